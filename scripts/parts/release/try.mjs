// The files of a release as users get them: each step uses one kind in an empty folder.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Steps as `[name, function]`. `place` has the folders, the version, and `run`. */
export const trySteps = (place) => [
  ["installed package", () => tryPackage(place)],
  ["installed package of the SDK", () => trySdk(place)],
  ["action", () => tryAction(place)],
  ["image", () => tryImage(place)],
  ["provenance", () => checkProvenance(place)],
];

/** An empty folder with one package, which npm installs without a network. */
function installed({ folder, out, version, run }, name) {
  const into = join(folder, `try-${name}`);
  mkdirSync(into);
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--silent"];
  run("npm", [...args, join(out, `${name}-${version}.tgz`)], into);
  return into;
}

function tryPackage(place) {
  const into = installed(place, "sallyport");
  const program = join(into, "node_modules/.bin/sallyport");
  const version = place.run(program, ["--version"], into).trim();
  if (version !== place.version) throw new Error(`sallyport --version prints ${version}`);
  const told = place.run(program, ["demo", "--no-pauses", "--exit", "--color", "never"], into);
  if (!told.includes("7. Type next")) throw new Error(`sallyport demo prints\n${told}`);
  return "sallyport --version, sallyport demo";
}

function trySdk(place) {
  const into = installed(place, "sallyport-webhook");
  const code = 'import("sallyport-webhook").then(({ deny }) => console.log(deny("no").allowed ?? "denied"))';
  return `import: ${place.run(process.execPath, ["-e", code], into).trim()}`;
}

/** The steps of action.yml, with the package of the release. */
function tryAction({ source, folder, out, version, run }) {
  const into = join(folder, "action");
  mkdirSync(into);
  const kubeconfig = join(into, "data/kubeconfig");
  const env = {
    SALLYPORT_PACKAGE: join(out, `sallyport-${version}.tgz`),
    SALLYPORT_ARGS: "",
    SALLYPORT_KUBECONFIG: kubeconfig,
    GITHUB_ENV: join(into, "env"),
  };
  // The server would hold a pipe for its output open.
  const script = join(source, "scripts/start-in-job.sh");
  run("bash", ["-c", `"${script}" > log 2>&1 || { cat log; exit 1; }`], into, env);
  process.kill(Number(readFileSync(join(into, "data/pid"), "utf8")));
  if (!existsSync(kubeconfig)) throw new Error("the action wrote no kubeconfig");
  return readFileSync(env.GITHUB_ENV, "utf8").trim().replace(/=.*/, " is set");
}

/** Docker where it runs; else the files of the last stage of the Dockerfile, in a folder. */
function tryImage({ source, folder, version, run }) {
  if (spawnSync("docker", ["info"]).status === 0) {
    run("docker", ["build", "--quiet", "--tag", `sallyport:${version}`, source], source);
    return run("docker", ["run", "--rm", `sallyport:${version}`, "--version"], source).trim();
  }
  const last = readFileSync(join(source, "Dockerfile"), "utf8")
    .split(/^FROM /m)
    .at(-1);
  const copied = [...last.matchAll(/^COPY --from=build (.*) \S+$/gm)].flatMap(([, paths]) =>
    paths.split(" "),
  );
  run("npm", ["prune", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], source);
  const into = join(folder, "image");
  mkdirSync(into);
  for (const path of copied) {
    const name = path.replace("/src/", "");
    cpSync(join(source, name), join(into, name), { recursive: true, verbatimSymlinks: true });
  }
  const told = run(process.execPath, ["dist/cli/main.js", "demo", "--no-pauses", "--exit"], into);
  if (!told.includes("7. Type next")) throw new Error(`the program of the image prints\n${told}`);
  return `without Docker: ${readdirSync(into).join(", ")}; sallyport demo`;
}

/** Provenance is made where the package is published; the workflow has to ask for it. */
function checkProvenance({ source }) {
  const workflow = readFileSync(join(source, ".github/workflows/release.yml"), "utf8");
  for (const text of ["id-token: write", "npm publish --provenance"])
    if (!workflow.includes(text)) throw new Error(`release.yml has no ${JSON.stringify(text)}`);
  return "release.yml publishes with provenance";
}
