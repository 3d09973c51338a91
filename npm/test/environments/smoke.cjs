// node smoke.cjs: uses the package from CommonJS.
import("@OWNER/kifu").then(async ({ init, version }) => {
  await init();
  console.log(`the package works in CommonJS: ${version()}`);
});
