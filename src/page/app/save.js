// Saving the results of a check: the HTML report, and the findings as CSV.

/** Returns today's date by the clock of this computer, in ISO 8601. */
function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns the names of the inputs: folders, and files that are in no folder. */
function inputNames() {
  const names = source.files.map(({ path }) => path.replace(/\/.*$/s, ""));
  return [...new Set(names)];
}

/** Returns a report on all open files in a format of `kifu validate`, or in `html`. A worker of its own reads the files again, so
 * that its memory is free afterwards. */
async function writeReport(options, progress) {
  const engine = source.newEngine();
  const parts = [];
  const take = ({ bytes }) => bytes && parts.push(new Blob([bytes]));
  try {
    await engine.ask({ do: "begin-report", inputs: inputNames(), ...options }, undefined, take);
    for (const [at, opened] of source.files.entries()) {
      const { path, file: bytes } = opened;
      try {
        await engine.ask({ do: "add-to-report", path }, bytes, take);
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        await engine.ask({ do: "add-unreadable", path, reason: error.message }, undefined, take);
        source.onError?.(say("app-unreadable", path, error.message));
      }
      progress?.(at + 1, source.files.length);
    }
    await engine.ask({ do: "end-report" }, undefined, take);
  } finally {
    engine.stop();
  }
  return new Blob(parts, { type: options.format === "html" ? "text/html" : "text/plain" });
}

/** The names of the files in which reports are saved. */
const REPORT_NAMES = { html: "report.html", csv: "findings.csv", jsonl: "findings.jsonl" };

/** A dialog for the form of a report and, if it is HTML, its title and its date. */
class ReportDialog {
  constructor() {
    this.root = document.getElementById("app-report");
    const { form, title, date } = this.root.querySelector("form").elements;
    Object.assign(this, { form, title, date, problem: this.root.querySelector(".problem") });
    this.button = this.root.querySelector("[data-app=save-report]");
    this.button.addEventListener("click", () => this.save());
    form.addEventListener("change", () => this.showFields());
  }

  open() {
    this.date.value ||= today();
    const isEdited = source.files.some(({ edited }) => edited?.size);
    this.problem.textContent = [isEdited && say("app-report-edited"), source.check.waiting.length > 0 && say("app-stopped-all"), source.hasDrafts && say("app-drafts")].filter(Boolean).join(" ");
    this.button.disabled = false;
    this.showFields();
    this.root.showModal();
  }

  showFields() {
    for (const label of this.root.querySelectorAll(".of-html")) label.hidden = this.form.value !== "html";
  }

  async save() {
    this.button.disabled = true;
    const progress = (done, all) => (this.problem.textContent = `${say("app-computing")} ${say("rows", numbers.format(done), numbers.format(all))}`);
    const format = this.form.value;
    const [title, date] = [this.title, this.date].map(({ value }) => value.trim() || undefined);
    const options = format === "html" ? { title, date } : { bom: format === "csv" };
    try {
      saveBlob(REPORT_NAMES[format], await writeReport({ format, ...options }, progress));
      this.root.close();
    } catch (error) {
      this.problem.textContent = error.message;
    }
    this.button.disabled = false;
  }
}
