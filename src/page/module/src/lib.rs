//! The application page's WebAssembly module: an [`Application`] that a worker in the browser calls.
//!
//! The worker calls [`begin`] once. For each request, it calls [`reserve`] for the JSON of the request, and again for the
//! bytes if there are any, fills both buffers, and calls [`answer`]. The module passes its messages to the imported
//! function `worker.take`. If a buffer cannot be filled, the worker calls [`discard`] instead. A panic is a trap, after which the worker has to load the module again.

use std::cell::RefCell;

use kifu::finding::Language;
use kifu::page::Application;

#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// Receives a message: its JSON, and its bytes. The worker copies both before the function returns.
    safe fn take(json: *const u8, json_length: usize, bytes: *const u8, bytes_length: usize);
}

thread_local! {
    static APPLICATION: RefCell<Option<Application>> = const { RefCell::new(None) };
    /// The buffers of the next request: its JSON, and its bytes.
    static BUFFERS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

fn send(json: &[u8], bytes: &[u8]) {
    take(json.as_ptr(), json.len(), bytes.as_ptr(), bytes.len());
}

/// Creates the application. Its messages are in Japanese if `language` is 1, and in English otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn begin(language: u32) {
    std::panic::set_hook(Box::new(|panic| {
        send(&Application::describe_panic(&panic.to_string()), &[]);
    }));
    let language = if language == 1 {
        Language::Japanese
    } else {
        Language::English
    };
    APPLICATION.set(Some(Application::new(language)));
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

/// Answers the request in the reserved buffers, of which these numbers of bytes are filled.
#[unsafe(no_mangle)]
pub extern "C" fn answer(json_length: usize, bytes_length: usize) {
    let mut buffers = BUFFERS.take().into_iter();
    let mut next = |length| {
        let mut buffer = buffers.next().unwrap_or_default();
        buffer.truncate(length);
        buffer
    };
    let (json, bytes) = (next(json_length), next(bytes_length));
    APPLICATION.with_borrow_mut(|application| {
        if let Some(application) = application {
            application.answer(&String::from_utf8_lossy(&json), bytes, &mut send);
        }
    });
}
