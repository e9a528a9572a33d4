// node scripts/check/packages.mjs: the packages as users get them. publint compares package.json with the packed files; attw
// resolves each entry point as Node and bundlers do (the packages have ES modules only). Needs a build, and takes the packed
// files of SALLYPORT_PACKED if they are there. Prints each problem; exit status 1 when there are some.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { helpIfAsked } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";

helpIfAsked(import.meta.filename);

const ATTW = join(ROOT, "node_modules/@arethetypeswrong/cli/dist/index.js");
/** `sallyport webhook init` gives this folder to a new project as a package: there it is no nested one. */
const OWN_PACKAGE = "dist/sdk/package.json";

const given = process.env.SALLYPORT_PACKED;
const folder = given ?? pack();
const files = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
const problems = (await Promise.all(files.map(problemsOf))).flat();
if (given === undefined) rmSync(folder, { recursive: true });
for (const problem of problems) console.log(problem);
console.log(`packages: ${files.length} packages, ${problems.length} problems`);
process.exitCode = problems.length === 0 && files.length > 0 ? 0 : 1;

async function problemsOf(file) {
  const bytes = readFileSync(join(folder, file));
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
  const told = messages.filter(
    ({ code, args }) =>
      !(code === "NESTED_PACKAGE_JSON_FIELD_IGNORED" && args.filePath.endsWith(OWN_PACKAGE)),
  );
  const types = spawnSync(process.execPath, [ATTW, join(folder, file), "--profile", "esm-only"], {
    encoding: "utf8",
  });
  const wrong = types.status === 0 ? [] : [`${file}:\n${types.stdout}${types.stderr}`];
  return [...told.map((message) => `${file}: ${formatMessage(message, pkg)}`), ...wrong];
}

/** Packs both packages into a new folder. */
function pack() {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-packages-"));
  const args = ["pack", "--ignore-scripts", "--silent", "--workspace", "packages/webhook"];
  const packed = spawnSync("npm", [...args, "--include-workspace-root", "--pack-destination", folder], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (packed.status !== 0) throw new Error(packed.stderr);
  return folder;
}
