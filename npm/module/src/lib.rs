//! The WebAssembly module of the npm package: requests of `npm/src/module.js` on the bytes of a file.
//!
//! JavaScript calls [`begin`] once, and [`answer`] for each request, whose buffers are those of `buffers`. The module keeps no
//! state between requests. A panic is a trap, after which the module has to be loaded again.

use serde_json::json;

use buffers::send;

#[path = "../../../src/page/module/src/buffers.rs"]
mod buffers;
mod options;
mod requests;

/// Makes panics send their message before the trap.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    std::panic::set_hook(Box::new(|panic| {
        let message = json!({ "error": "panic", "message": panic.to_string() });
        send(message.to_string().as_bytes(), &[]);
    }));
}

/// Answers the request in the reserved buffers, of which these numbers of bytes are filled.
#[unsafe(no_mangle)]
pub extern "C" fn answer(json_length: usize, bytes_length: usize) {
    let (json, bytes) = buffers::request(json_length, bytes_length);
    if let Err(error) = requests::answer(&json, bytes, &mut send) {
        let message = json!({ "error": error.kind.name(), "message": error.message });
        send(message.to_string().as_bytes(), &[]);
    }
}
