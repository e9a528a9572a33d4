import { spawn } from "node:child_process";
import { once } from "node:events";
import { describeProcess, familyOf } from "../../test/process/processes.mjs";

/**
 * Runs a command and returns its exit code, its time, what it wrote to its standard output (`output`) and what it showed
 * at all (`shown`). Shows that while it runs, unless `quiet`. After `minutes` it is killed, with all that it has
 * started, and has failed; what each of them did is shown. Where programs are emulated, SALLYPORT_SLOWNESS says how much longer all
 * may take (a factor).
 */
export async function run([program, ...args], { cwd, env, quiet = false, minutes = 15 }) {
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
  const most = minutes * Number(process.env.SALLYPORT_SLOWNESS ?? 1);
  const timer = setTimeout(() => show(process.stderr)(killAll(child.pid, most)), most * 60_000);
  const [code] = await once(child, "close");
  clearTimeout(timer);
  return { code: code ?? 1, output, shown, seconds: (performance.now() - startedAt) / 1000 };
}

/** Answers with what was running. */
function killAll(pid, minutes) {
  const family = familyOf(pid);
  const text = family.map(describeProcess).join("\n");
  for (const one of family) kill(one);
  return `\nstopped, for it had not ended after ${minutes} minutes. This ran:\n${text}\n`;
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
