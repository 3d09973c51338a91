//! The exchange of requests and answers between JavaScript and a WebAssembly module.
//!
//! For each request, JavaScript calls [`reserve`] for the JSON of the request, and again for the bytes if there are any, fills both
//! buffers, and calls `answer` of the module. The module passes its messages to the imported function `worker.take`. If a buffer
//! cannot be filled, JavaScript calls [`discard`] instead.
//!
//! The modules of the application page and of the npm package contain this file.

use std::cell::RefCell;

#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// Receives a message: its JSON, and its bytes. JavaScript copies both before the function returns.
    safe fn take(json: *const u8, json_length: usize, bytes: *const u8, bytes_length: usize);
}

thread_local! {
    /// The buffers of the next request: its JSON, and its bytes.
    static BUFFERS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// Passes a message to JavaScript.
pub fn send(json: &[u8], bytes: &[u8]) {
    take(json.as_ptr(), json.len(), bytes.as_ptr(), bytes.len());
}

/// Allocates a buffer of this length (bytes) for the next request. Returns its address, or 0 if there is not enough memory.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut buffer = Vec::new();
    if buffer.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    buffer.resize(length, 0);
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.push(buffer);
        buffers
            .last_mut()
            .map_or(std::ptr::null_mut(), |buffer| buffer.as_mut_ptr())
    })
}

/// Frees the reserved buffers of a request that is not made, because its file could not be read.
#[unsafe(no_mangle)]
pub extern "C" fn discard() {
    BUFFERS.take();
}

/// Returns the JSON and the bytes in the reserved buffers, of which these numbers of bytes are filled.
pub fn request(json_length: usize, bytes_length: usize) -> (String, Vec<u8>) {
    let mut buffers = BUFFERS.take().into_iter();
    let mut next = |length| {
        let mut buffer = buffers.next().unwrap_or_default();
        buffer.truncate(length);
        buffer
    };
    let (json, bytes) = (next(json_length), next(bytes_length));
    (String::from_utf8_lossy(&json).into_owned(), bytes)
}
