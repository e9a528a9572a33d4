import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endWithParent } from "./end-with-parent.mjs";
import { describeProcess } from "./processes.mjs";
import { withoutServiceAccounts } from "./reference.mjs";

/** A busy machine may need long. */
const PATIENCE_MS = 120_000;

export const TOKEN = "admin-token";

/**
 * Starts the program on a data directory and waits until it responds. `nodeFlags` precede the program, `flags` follow
 * its own. Rejects with the output if it ends before that or takes two minutes.
 */
export async function startServer({ dist, dataDir, inMemory = false, nodeFlags = [], flags = [] }) {
  mkdirSync(dataDir, { recursive: true });
  const tokens = join(dataDir, "tokens.csv");
  writeFileSync(tokens, `${TOKEN},admin,admin-uid,"system:masters"\n`);
  const own = ["serve", "--data-dir", dataDir, "--secure-port", "0", "--token-auth-file", tokens];
  own.push(...withoutServiceAccounts(flags), ...(inMemory ? ["--in-memory"] : []));
  const startedAt = performance.now();
  const child = endWithParent(
    spawn(process.execPath, [...nodeFlags, join(dist, "cli/main.js"), ...own, ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  const exited = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const { port, consoleLink } = await untilReady(child, exited);
  const readyMs = performance.now() - startedAt;
  const ca = readFileSync(join(dataDir, "certs/ca.crt"), "utf8");
  return { child, exited, port, readyMs, ca, consoleLink, url: `https://127.0.0.1:${port}` };
}

/** The program prints its address as soon as it responds, and in the same form the address of its console. */
function untilReady(child, exited) {
  return new Promise((resolve, reject) => {
    let said = "";
    let isReady = false;
    const fail = (how) => {
      clearTimeout(timer);
      reject(new Error(`the server ${how}:\n${said}`));
    };
    const timer = setTimeout(() => {
      fail(`was not ready after ${PATIENCE_MS / 1000} s; it did\n${describeProcess(child.pid)}\nand said`);
      child.kill("SIGKILL");
    }, PATIENCE_MS);
    const listen = (text) => {
      said += text;
      const port = /ready at https:\/\/[^\s]*:(\d+)/.exec(said)?.[1];
      const linkFile = /\S+\/console-link/.exec(said)?.[0];
      // The file of the link is removed when the server ends.
      if (isReady || port === undefined || !said.includes("Ctrl-C stops it")) return;
      isReady = true;
      clearTimeout(timer);
      resolve({ port: Number(port), consoleLink: linkFile && readFileSync(linkFile, "utf8").trim() });
    };
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    exited.then(({ code, signal }) => fail(`ended with ${code ?? signal}`));
  });
}

/** Stops it, and kills it if it does not end within `graceMs`. */
export async function stopServer({ child, exited }, graceMs = 15_000) {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  const how = await exited;
  clearTimeout(timer);
  return how;
}
