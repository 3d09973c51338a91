#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kifu_fuzz::pages::run(data));
