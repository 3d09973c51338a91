// The client of the worker that runs the library.

/** The module of the library, compiled once for all workers. */
let compiled;

/** Decodes Base64 to bytes. */
function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Returns the bytes of a stream. */
const bytesOfStream = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Lets a worker decompress and compile the module that the page contains. */
async function compileModule() {
  const block = document.getElementById("module");
  const packed = block.textContent.trim();
  block.remove();
  const worker = new Worker(workerAddress);
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.compiled ? resolve(data.compiled) : reject(new Error(data.broken)));
      worker.onerror = (event) => reject(new Error(event.message ?? ""));
      worker.postMessage({ packed });
    });
  } finally {
    worker.terminate();
  }
}

/** The address of the script of the workers. */
let workerAddress;

/** Returns the compiled module. */
function compiledModule() {
  workerAddress ??= URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
  compiled ??= compileModule();
  return compiled;
}

/** Creates a worker and sends the module to it. */
async function startWorker() {
  const module = await compiledModule();
  const worker = new Worker(workerAddress);
  worker.postMessage({ module, language: frame.language });
  return worker;
}

/** The error of a request during which the module failed. `at` is the place of the record that it was reading, if it had
 * begun to read a record. */
class ModuleFailure extends Error {
  constructor(message, at) {
    super(message);
    this.at = at;
  }
}

/** The error of a request whose file the browser cannot read. */
class UnreadableFile extends Error {}

/** Maximum size of the memory of a module after which its worker is replaced (bytes). The memory of a module never
 * shrinks. */
const WORKER_MEMORY = 160 << 20;

/** A worker with the library. The worker is created at the first request, and again after it was stopped or failed. */
class Engine {
  /** @param prepare called with a function that asks the new worker, before any other request
   * @param isRenewed whether the worker may be replaced between two requests, because no request depends on an earlier one */
  constructor(prepare, isRenewed = false) {
    Object.assign(this, { prepare, isRenewed });
    this.calls = new Map();
    this.number = 0;
    /** The requests are sent one after the other. */
    this.sending = Promise.resolve();
    /** The number of workers that were stopped. */
    this.generation = 0;
  }

  /** Sends a request with a file, and returns the last answer. `take` is called with every answer, in their order. */
  async ask(request, file, take) {
    const worker = await this.ready();
    return this.send(worker, request, file, take);
  }

  ready() {
    this.worker ??= this.begin();
    return this.worker;
  }

  async begin() {
    const { generation } = this;
    const isStopped = () => generation !== this.generation;
    try {
      const worker = await startWorker();
      if (isStopped()) {
        worker.terminate();
        return await new Promise(() => {});
      }
      worker.onmessage = ({ data }) => this.receive(worker, data);
      worker.onerror = (event) => !isStopped() && this.lose(new ModuleFailure(event.message ?? ""));
      this.running = worker;
      await this.prepare?.((request, file) => this.send(worker, request, file));
      return worker;
    } catch (error) {
      if (!isStopped()) this.worker = undefined;
      throw error;
    }
  }

  send(worker, request, file, take) {
    const number = (this.number += 1);
    const answer = new Promise((resolve, reject) => this.calls.set(number, { resolve, reject, take }));
    this.sending = this.sending.then(() => this.post(worker, number, request, file));
    return answer;
  }

  /** Sends a request with the bytes of a file. The page reads the file, because in a page that is a local file, WebKit does not let a
   * worker read it. */
  async post(worker, number, request, file) {
    let bytes;
    try {
      bytes = await file?.arrayBuffer();
    } catch (error) {
      this.calls.get(number)?.reject(new UnreadableFile(say("app-file-unreadable", error.name)));
      this.calls.delete(number);
      return;
    }
    worker.postMessage({ request: number, json: JSON.stringify(request), bytes }, bytes ? [bytes] : []);
  }

  receive(worker, data) {
    if (worker !== this.running) return;
    if (data.broken) return this.lose(new ModuleFailure(data.broken));
    const call = this.calls.get(data.request);
    if (!call) return;
    if (!data.done) return this.hand(call, data);
    this.calls.delete(data.request);
    if (data.failed !== undefined) {
      const reason = call.panic ?? data.failed;
      call.reject(new ModuleFailure(reason, call.at));
      return this.lose(new ModuleFailure(reason));
    }
    if (data.isFull) return call.reject(new UnreadableFile(say("app-no-memory")));
    if (this.isRenewed && data.memory > WORKER_MEMORY && this.calls.size === 0) this.stop();
    if (call.answer?.error !== undefined) call.reject(new Error(call.answer.error));
    else call.resolve(call.answer ?? {});
  }

  /** Passes one answer on. The place of a record, and the text of a panic, are only kept for the case that the module fails. */
  hand(call, { json, bytes }) {
    const answer = JSON.parse(json);
    if (answer.at && answer.path === undefined) {
      call.at = answer.at;
      return;
    }
    if (answer.panic !== undefined) {
      call.panic = answer.panic;
      return;
    }
    if (bytes) answer.bytes = bytes;
    call.answer = answer;
    call.take?.(answer);
  }

  /** Ends the worker because it failed. The requests that wait for it fail, too. */
  lose(error) {
    const calls = [...this.calls.values()];
    this.stop();
    for (const call of calls) call.reject(error);
  }

  /** Ends the worker at once. The requests that wait for it are never answered. */
  stop() {
    this.generation += 1;
    this.running?.terminate();
    this.running = undefined;
    this.worker = undefined;
    this.calls.clear();
  }
}
