import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "../../json/value.ts";
import type { Entry } from "../storage.ts";
import { joinedProgram } from "./joined-program.tool.ts";
import type { Sync } from "./sync/sync-choice.ts";

/** A line of output of a writer process. */
export interface Line {
  readonly kind: "intended" | "acknowledged" | "failed" | "verified";
  readonly key: string;
  /** Number in the key's value; null for a deletion. */
  readonly n: number | null;
  readonly revision: number;
  readonly code: string;
  readonly keys: number;
}

export interface Writer {
  readonly process: ChildProcess;
  /** All lines of the output so far. */
  readonly lines: Line[];
  /** Resolves when the process has ended and all its output is in `lines`. */
  readonly gone: Promise<void>;
}

interface WriterOptions {
  readonly limitKb?: number;
  readonly sync?: Sync;
}

let program: string | undefined;

/** Starts a writer process on a directory. `limitKb`: no file may grow beyond this. `sync`: default `always`. */
export function startWriter(path: string, { limitKb, sync = "always" }: WriterOptions = {}): Writer {
  program ??= joinedProgram(fileURLToPath(new URL("./writer-process.tool.ts", import.meta.url)));
  const limit = limitKb === undefined ? "" : `ulimit -f ${limitKb * 2}; `;
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$@"`, process.execPath, program, path, sync], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: Line[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part.startsWith("{")) lines.push(JSON.parse(part));
  });
  child.stderr.resume();
  return { process: child, lines, gone: once(child, "close").then(() => undefined) };
}

/**
 * Throws unless the key holds the last acknowledged value, or one that was intended after it; it must be
 * whole in both cases.
 */
export function assertKept(lines: readonly Line[], entries: readonly Entry[]): void {
  const found = new Map(entries.map((entry) => [entry.key, numberIn(entry.document.value)]));
  for (const [key, allowed] of possibleStates(lines)) {
    const n = found.get(key) ?? null;
    if (!allowed.includes(n))
      throw new Error(`${key} holds ${n}, but should hold one of ${allowed.join(", ")}`);
  }
}

function possibleStates(lines: readonly Line[]): Map<string, (number | null)[]> {
  const states = new Map<string, (number | null)[]>();
  for (const { kind, key, n } of lines) {
    if (kind === "acknowledged") states.set(key, [n]);
    if (kind === "intended") states.set(key, [...(states.get(key) ?? [null]), n]);
  }
  return states;
}

function numberIn(value: Json): number {
  const { n, text, length } = value as JsonObject;
  if (typeof n !== "number" || typeof length !== "number" || text !== String(n).repeat(length)) {
    throw new Error("half a value");
  }
  return n;
}
