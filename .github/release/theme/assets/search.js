// Japanese text has no spaces between words, so each character of it is a word of the index (see `separator` in ../../site). This
// script requires that a result has all characters of a Japanese word. Otherwise it would need only one of them.
const JAPANESE = /[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff]+/g;
// The number of a query in the messages of the theme to its worker.
const QUERY = 2;

const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  if (message && message.type === QUERY && typeof message.data === "string") {
    const data = message.data.replace(JAPANESE, (word) => ` ${[...word].map((it) => `+${it}`).join(" ")} `);
    message = { ...message, data };
  }
  return post.call(this, message, ...rest);
};
