use super::*;

/// Bytes at the very end of an allocation of exactly their length, so that a sanitizer sees a read
/// beyond.
fn allocated(bytes: &[u8]) -> Box<[u8]> {
    bytes.into()
}

#[test]
fn every_length_and_every_place_of_the_stop() {
    for len in 0..100_usize {
        for stop in [b'"', b'\\', 0x00, 0x0A, 0x1F] {
            for at in 0_usize..=len {
                for high in [None, Some(0), Some(at / 2), Some(at.saturating_sub(1)), Some(at + 1)]
                {
                    let mut bytes = vec![b'a'; len];
                    if let Some(high) = high.filter(|&high| high < len) {
                        bytes[high] = 0xC3;
                    }
                    if at < len {
                        bytes[at] = stop;
                    }
                    for before in [0, 1, 15, 16, 33] {
                        let mut input = vec![b'"'; before];
                        input.extend(&bytes);
                        let input = allocated(&input);
                        let rest = &input[before..];
                        assert_eq!(
                            string_stop(rest, &input),
                            byte_by_byte(rest),
                            "{len} {stop} {at} {high:?} {before}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn long_text() {
    for len in (100_usize..700).chain([4_000, 4_001, 4_095]) {
        for at in
            [0_usize, 15, 16, 31, 63, 64, 65, 95, 127, 128, 129, 191, 192, 255, 300, len - 1, len]
        {
            for high in [None, Some(at.saturating_sub(1)), Some(at + 1), Some(70)] {
                let mut bytes = vec![0x7F; len];
                if let Some(high) = high.filter(|&high| high < len) {
                    bytes[high] = 0xFF;
                }
                if at < len {
                    bytes[at] = b'\\';
                }
                let bytes = allocated(&bytes);
                assert_eq!(
                    string_stop(&bytes, &bytes),
                    byte_by_byte(&bytes),
                    "{len} {at} {high:?}"
                );
            }
        }
    }
}

#[test]
fn every_byte_in_every_lane() {
    for byte in 0..=u8::MAX {
        for lane in 0..16 {
            let mut chunk = [b'x'; 16];
            chunk[lane] = byte;
            let masks = block::masks(&chunk);
            assert_eq!(masks.stop, u32::from(is_stop(byte)) << lane);
            assert_eq!(masks.high, u32::from(!byte.is_ascii()) << lane);
            assert_eq!(block::space(&chunk), u32::from(is_space(byte)) << lane);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn words_say_the_same_as_vectors() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..20_000 {
        let mut chunk = [0; 16];
        for byte in &mut chunk {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // Half of the bytes from around the borders, where borrows would show.
            *byte = match state >> 60 {
                0 => b'"',
                1 => b'\\',
                2 => 0x1F,
                3 => 0x20,
                4 => 0x21,
                5 => 0x80,
                6 => 0x09,
                _ => state.to_le_bytes()[5],
            };
        }
        let (vector, words) = (block::masks(&chunk), portable::masks(&chunk));
        assert_eq!((vector.stop, vector.high), (words.stop, words.high), "{chunk:?}");
        assert_eq!(block::space(&chunk), portable::space(&chunk), "{chunk:?}");
        assert_eq!(portable::long(&chunk), None);
    }
}

#[test]
fn space_of_every_length() {
    for len in 0..100_usize {
        for at in 0_usize..=len {
            let mut bytes: Vec<u8> = b" \n\t\r".iter().copied().cycle().take(len).collect();
            if at < len {
                bytes[at] = 0x0B;
            }
            assert_eq!(space(&allocated(&bytes)), at);
        }
    }
}
