import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * cel-go with Kubernetes' libraries and costs, in a process of its own; undefined where Go is not at hand.
 * `measure(item, what, milliseconds)` answers the nanoseconds of one compilation or evaluation.
 */
export async function startCelGo(setup) {
  if (spawnSync("go", ["version"]).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "cel-go-"));
  const binary = join(folder, "cel-go");
  const cwd = new URL("../../test/cel/oracle", import.meta.url).pathname;
  execFileSync("go", ["build", "-o", binary, "./bench"], { cwd });
  const child = spawn(binary, { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (question) => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error("the program of cel-go has ended");
    return JSON.parse(value);
  };
  await ask(setup);
  return {
    measure: async (item, what, milliseconds) => (await ask({ item, what, milliseconds })).nanoseconds,
    stop() {
      child.kill();
      rmSync(folder, { recursive: true });
    },
  };
}
