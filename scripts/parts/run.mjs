import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a command, shows what it prints while it runs, and returns that with its exit code and its time. */
export async function run([program, ...args], { cwd, env }) {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env, NO_COLOR: "1", FORCE_COLOR: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    process.stdout.write(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => process.stderr.write(text));
  const [code] = await once(child, "close");
  return { code: code ?? 1, output, seconds: (performance.now() - startedAt) / 1000 };
}
