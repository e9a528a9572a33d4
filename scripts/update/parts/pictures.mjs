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
];

/** Runs each command of the built program, and draws what it prints: `{ file, svg }`. */
export const drawPictures = (program = join(ROOT, "dist/cli/main.js")) =>
  PICTURES.map(({ file, folder, args, description }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, "--color", "always"], {
      cwd: join(ROOT, folder),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`sallyport ${args.join(" ")}: ${stderr}`);
    const command = `npx --no sallyport ${args.join(" ")}`;
    return { file, svg: terminalPicture({ command, output: stdout, description }) };
  });
