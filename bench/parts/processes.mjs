import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** With which flags Node runs the server (`npm start` has them) and the relay beside it. */
export const NODE_FLAGS = ["--max-semi-space-size=64"];

/** Starts one of the other modules here as a process; `ask` sends an order and waits for the answer. */
export function startPart(name) {
  const child = fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: NODE_FLAGS,
  });
  const ask = (order) =>
    new Promise((resolve, reject) => {
      const gone = (code) => reject(new Error(`${name} ended with ${code}`));
      child.once("exit", gone);
      child.once("message", (answer) => {
        child.off("exit", gone);
        if (answer.error === undefined) resolve(answer);
        else reject(new Error(answer.error));
      });
      child.send(order);
    });
  return { child, ask, stop: () => child.kill("SIGKILL") };
}

/** Milliseconds of processor time that a process has used; undefined where the system does not say. */
export function cpuMsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** Resident memory of a process in MB; undefined where the system does not say. */
export function residentMbOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Resident memory of a process in MB: what it has for itself, and pages of files; undefined where the system does not say. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { anonymousMb: of("RssAnon"), fileMb: of("RssFile") };
  } catch {
    return {};
  }
}
