import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findKubectls } from "../parts/kubectl.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";

const ROOT = dirname(dirname(import.meta.dirname));
const kubectl = findKubectls()[0];
const { firstTerminal, secondTerminal, printed } = readQuickStart();

/**
 * Runs the quick start of the README exactly, in a copy of this checkout. Ports are from the environment, and `npm
 * ci` is replaced by the existing packages, so that no registry is needed.
 */
describe.skipIf(kubectl === undefined)("README: the quick start (skipped where there is no kubectl)", () => {
  const dir = folderForTests();
  const terminals: ChildProcess[] = [];
  let output = "";

  beforeAll(async () => {
    prepare(dir);
    const server = open(dir, firstTerminal);
    terminals.push(server.child);
    await server.until("Ctrl-C stops it");
    const user = open(dir, secondTerminal);
    terminals.push(user.child);
    await user.ended;
    output = user.said();
  });

  afterAll(async () => {
    for (const { pid } of terminals) await endGroup(pid);
  });

  test("README has a block for the first terminal and some for the second", () => {
    expect(firstTerminal).toBe("npm ci --workspaces=false && npm start");
    expect(secondTerminal).toContain("kubectl apply -f examples/pod.yaml");
  });

  test.each(printed)("the screen shows: %s", (line) => {
    expect(output).toContain(line.trim());
  });

  test("nothing of the second terminal is left running", async () => {
    await expect.poll(() => processesOf(terminals[1]?.pid)).toEqual([]);
  });

  test("the ownerless pod was refused, and the webhooks and the namespace are gone", () => {
    expect(output).not.toContain("pod/nobodys created");
    expect(output).toContain('namespace "demo" deleted');
  });
});

interface QuickStart {
  readonly firstTerminal: string;
  readonly secondTerminal: string;
  /** Lines that the README shows as printed. */
  readonly printed: readonly string[];
}

function readQuickStart(): QuickStart {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const section = /^## Quick start$([\s\S]*?)^## /m.exec(readme)?.[1] ?? "";
  const blocks = [...section.matchAll(/^```(sh|text)\n([\s\S]*?)^```$/gm)].map(([, kind, text = ""]) => ({
    kind,
    text,
  }));
  const [first = "", ...rest] = blocks.filter(({ kind }) => kind === "sh").map(({ text }) => text);
  const shown = blocks.filter(({ kind }) => kind === "text").flatMap(({ text }) => text.split("\n"));
  return {
    firstTerminal: first.trim(),
    secondTerminal: rest.join(""),
    printed: shown.filter((line) => line.trim() !== ""),
  };
}

function prepare(dir: string): void {
  // The site may be built meanwhile.
  const names = ["node_modules", ".git", "dist", ".sallyport", "site/out"];
  const left = new Set(names.map((name) => join(ROOT, name)));
  cpSync(ROOT, dir, { recursive: true, filter: (source) => !left.has(source) });
  const bin = join(dir, ".bin");
  mkdirSync(bin);
  const npm = join(bin, "npm");
  writeFileSync(npm, NPM.replaceAll("{root}", ROOT));
  chmodSync(npm, 0o755);
  if (kubectl?.path.includes("/")) symlinkSync(kubectl.path, join(bin, "kubectl"));
}

const NPM = `#!/bin/sh
if [ "$1" = ci ]; then exec ln -s "{root}/node_modules" node_modules; fi
PATH=\${PATH#*:}
exec npm "$@"
`;

interface Terminal {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  said(): string;
  until(text: string): Promise<void>;
}

/** A shell in its own process group, so that processes that it has started can be stopped with it. */
function open(dir: string, commands: string): Terminal {
  const env = { ...process.env, PATH: `${join(dir, ".bin")}:${process.env.PATH}`, PORT: "0" };
  const child = spawn("sh", ["-c", commands], {
    cwd: dir,
    detached: true,
    env: { ...env, SALLYPORT_SECURE_PORT: "0", HOME: dir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  let look = (): void => {};
  const hear = (chunk: string): void => {
    text += chunk;
    look();
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  // `close` is later than the exit, so all output has arrived by then.
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const until = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => {
        if (text.includes(wanted)) resolve();
      };
      look();
      void ended.then(() => reject(new Error(`ended without saying ${JSON.stringify(wanted)}:\n${text}`)));
    });
  return { child, ended, said: () => text, until };
}

/** Those of a group that run. */
function processesOf(group: number | undefined): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "pgid=,stat=,args="], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => new RegExp(`^ *${group} +[^Z ]`).test(line));
}

/** Resolves when none of its processes is there, which could still write into the folder. */
async function endGroup(pid: number | undefined): Promise<void> {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGTERM");
  } catch {
    // The process has already ended.
  }
  await vi.waitUntil(() => processesOf(pid).length === 0, { timeout: 120_000 });
}
