import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a command and returns its exit code, its time, what it wrote to its standard output (`output`) and what it showed
 * at all (`shown`). Shows that while it runs, unless `quiet`.
 */
export async function run([program, ...args], { cwd, env, quiet = false }) {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env, NO_COLOR: "1", FORCE_COLOR: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let shown = "";
  const show = (stream) => (text) => {
    shown += text;
    if (!quiet) stream.write(text);
  };
  child.stdout.setEncoding("utf8").on("data", show(process.stdout));
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", show(process.stderr));
  const [code] = await once(child, "close");
  return { code: code ?? 1, output, shown, seconds: (performance.now() - startedAt) / 1000 };
}
