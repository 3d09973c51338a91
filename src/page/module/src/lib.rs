//! The application page's WebAssembly module: an [`Application`] that a worker in the browser calls.
//!
//! The worker calls [`begin`] once, and [`answer`] for each request, whose buffers are those of `buffers`. A panic is a trap, after
//! which the worker has to load the module again.

use std::cell::RefCell;

use kifu::finding::Language;
use kifu::page::Application;

use buffers::send;

mod buffers;

thread_local! {
    static APPLICATION: RefCell<Option<Application>> = const { RefCell::new(None) };
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

/// Answers the request in the reserved buffers, of which these numbers of bytes are filled.
#[unsafe(no_mangle)]
pub extern "C" fn answer(json_length: usize, bytes_length: usize) {
    let (json, bytes) = buffers::request(json_length, bytes_length);
    APPLICATION.with_borrow_mut(|application| {
        if let Some(application) = application {
            application.answer(&json, bytes, &mut send);
        }
    });
}
