// The page: one subject at a time, pictures drawn when they come into view, the theme, the filter.
(() => {
  const root = document.documentElement;
  const articles = [...document.querySelectorAll("article.subject")];
  const subjectOf = (article) => model.subjects[Number(article.dataset.subject)];
  const PICTURES = { ratio, scatter, stages, flames: explorer, advice: adviser };
  // Those that the filter narrows; in the others a contestant is chosen by name.
  const FILTERED = new Set(["ratio", "scatter", "stages"]);
  let filter = "";
  let shown = null;

  const draw = (section) => {
    const canvas = section.querySelector(".canvas");
    if (canvas.clientWidth === 0) return;
    PICTURES[section.dataset.picture].draw(canvas, subjectOf(section.closest("article")), filter);
    section.dataset.width = canvas.clientWidth;
    section.dataset.filter = filter;
  };

  const isStale = (section) =>
    section.dataset.width !== String(section.querySelector(".canvas").clientWidth) ||
    (FILTERED.has(section.dataset.picture) && section.dataset.filter !== filter);

  const near = new Set();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) near.add(target);
        else near.delete(target);
        if (isIntersecting && isStale(target)) draw(target);
      }
    },
    { rootMargin: "600px 0px" },
  );

  const refresh = () => {
    for (const section of near) if (isStale(section)) draw(section);
  };

  const ready = new Set();
  const select = (article) => {
    if (shown === article) return;
    shown = article;
    for (const other of articles) other.hidden = other !== article;
    for (const link of document.querySelectorAll(".subjects a, .summary a")) {
      const current = link.hash === `#${article.id}`;
      if (current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      link.closest("tr")?.classList.toggle("current", current);
    }
    const tab = document.querySelector('.subjects a[aria-current="true"]');
    if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.clientWidth / 2 + tab.offsetWidth / 2;
    if (!ready.has(article)) {
      ready.add(article);
      table.ready(article, subjectOf(article));
      for (const section of article.querySelectorAll(".picture")) watch.observe(section);
    }
    applyFilter(article);
    tooltip.hide();
  };

  const applyFilter = (article) => {
    article.querySelector("[data-filter]").value = filter;
    table.filter(article, subjectOf(article), filter);
  };

  // A link to a subject, or to a section of one, shows that subject.
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const article = target?.closest("article.subject");
    if (!article) return false;
    const before = shown;
    select(article);
    if (target !== article) {
      // What is drawn later above the target would push it away.
      for (const section of article.querySelectorAll(".picture")) {
        const after = target.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING;
        if (!after && isStale(section)) draw(section);
      }
      target.scrollIntoView();
    } else if (before !== null && before !== article) article.scrollIntoView();
    return true;
  };

  const theme = () => {
    const button = document.querySelector("[data-theme-toggle]");
    const KEY = "apograph-theme";
    // A page from a file may be denied its storage; then the choice lasts as long as the page.
    const remember = (choice) => {
      try {
        localStorage.setItem(KEY, choice);
      } catch {
        return;
      }
    };
    const recall = () => {
      try {
        return localStorage.getItem(KEY);
      } catch {
        return null;
      }
    };
    const known = recall();
    if (known === "light" || known === "dark") root.dataset.theme = known;
    button.hidden = false;
    button.addEventListener("click", () => {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      remember(root.dataset.theme);
    });
  };

  root.classList.add("scripted");
  theme();
  for (const article of articles) {
    article.querySelector(".filter").hidden = false;
    article.querySelector("[data-filter]").addEventListener("input", (event) => {
      filter = event.target.value;
      applyFilter(article);
      refresh();
    });
  }
  addEventListener("hashchange", follow);
  let pending = 0;
  new ResizeObserver(() => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(refresh);
  }).observe(document.body);
  addEventListener("beforeprint", () => {
    for (const section of shown?.querySelectorAll(".picture") ?? []) if (isStale(section)) draw(section);
  });
  if (!follow() && articles.length > 0) select(articles[0]);
})();
