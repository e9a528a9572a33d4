// The pictures of the pages: what each shows, and how it is made.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../parts/shared.mjs";
import { terminalPicture } from "./terminal-picture.mjs";

const PICTURES = [
  {
    file: "docs/pictures/explain.svg",
    folder: "examples/explain",
    args: ["explain", "pod.yaml", "-f", "hooks.yaml"],
    description:
      "sallyport explain says that a webhook is not called, names the two mistakes in its configuration with file and line, and what to write there.",
  },
  {
    file: "docs/pictures/demo.svg",
    folder: ".",
    args: ["demo", "--no-pauses", "--exit"],
    shown: "demo",
    isPaced: true,
    description:
      "sallyport demo starts a server, webhooks and a policy, shows a changed pod and two refused ones, and explains why a webhook is not called.",
  },
];

/** Ports and temporary folders differ with each run, and the tests run a build that is elsewhere. */
const steady = (output) =>
  output
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:6443")
    .replace(/node \S+\/dist\/cli\/main\.js/g, "npx --no sallyport")
    .replace(/\S*\/(sallyport-demo)-\w+/g, "/tmp/$1")
    .replace(/the link in \S+/, "http://127.0.0.1:41000/#token=…");

/** Runs each command of the built program, and draws what it prints: `{ file, svg }`. */
export const drawPictures = (program = join(ROOT, "dist/cli/main.js")) =>
  PICTURES.map(({ file, folder, args, shown = args.join(" "), isPaced, description }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, "--color", "always"], {
      cwd: join(ROOT, folder),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`sallyport ${args.join(" ")}: ${stderr}`);
    const command = `npx --no sallyport ${shown}`;
    return { file, svg: terminalPicture({ command, output: steady(stdout), description, isPaced }) };
  });
