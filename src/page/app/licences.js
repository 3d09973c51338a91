// The licences of the packages in the page.

/** Adds the button that shows the licences, after the version at the end of the page. */
function addLicencesButton() {
  const button = make("button", { type: "button", "data-app": "licences" }, say("app-licences"));
  document.querySelector("footer > p").append(" ", button);
}

/** Shows the licences, which are a section of the module. `src/page/build-app` adds the section. */
async function showLicences() {
  const dialog = document.getElementById("app-licences");
  const text = dialog.querySelector("pre");
  dialog.showModal();
  try {
    const [section] = WebAssembly.Module.customSections(await compiledModule(), "licences");
    text.textContent = new TextDecoder().decode(section);
  } catch (error) {
    text.textContent = String(error.message ?? error);
  }
}
