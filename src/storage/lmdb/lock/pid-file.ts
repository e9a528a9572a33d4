import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../../../disk/has-code.ts";
import { nameFile } from "../../../disk/name-file.ts";
import { PRIVATE_FILE } from "../../../disk/private-files.ts";
import { StorageError } from "../../storage.ts";

/**
 * Takes the directory or throws `Failed`. The lock is a file that names the process; the file of a process
 * that has ended is ignored. A process of another container (another PID namespace) looks like one that has
 * ended.
 */
export function lockByFile(directory: string): { release(): void } {
  const file = join(directory, LOCK_FILE);
  const own = JSON.stringify(ownIdentity());
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    writeFileSync(draft, own, { mode: PRIVATE_FILE, flag: "wx" });
    take(file, draft, directory);
  } catch (error) {
    throw nameFile(error, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release: () => {
      if (readIfThere(file) === own) rmSync(file, { force: true });
    },
  };
}

/** The process that keeps a directory by such a file; undefined: there is none. */
export function holderByFile(directory: string): number | undefined {
  const text = readIfThere(join(directory, LOCK_FILE));
  const identity = text === undefined ? undefined : parseIdentity(text);
  return identity !== undefined && isAlive(identity) ? identity.pid : undefined;
}

const LOCK_FILE = "owner.json";

interface Identity {
  readonly pid: number;
  /** Tells processes apart that had the same number one after the other. */
  readonly started: string;
  readonly instance: number;
}

/** A link appears with all of its content or not at all, and never replaces another. */
function take(file: string, draft: string, directory: string): void {
  for (let attempt = 0; attempt < 3; attempt++) {
    if (linked(draft, file)) return;
    const holder = readIfThere(file);
    if (holder === undefined) continue;
    const identity = parseIdentity(holder);
    if (identity !== undefined && isAlive(identity)) throw inUse(directory, identity.pid);
    discard(file, holder, draft);
  }
  throw new StorageError("Failed", `cannot lock the data directory ${directory}: ${file} keeps changing`);
}

/** Removes a dead process's file; puts it back if it turns out to be a younger one, of a process that was quicker. */
function discard(file: string, expected: string, draft: string): void {
  const aside = `${draft}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if (readIfThere(aside) !== expected) linked(aside, file);
  rmSync(aside, { force: true });
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function parseIdentity(text: string): Identity | undefined {
  try {
    const { pid, started, instance }: Partial<Identity> = JSON.parse(text);
    return typeof pid === "number" ? { pid, started: started ?? "", instance: instance ?? 0 } : undefined;
  } catch {
    return undefined;
  }
}

function ownIdentity(): Identity {
  return { pid: process.pid, started: startOf(process.pid), instance: performance.timeOrigin };
}

function isAlive(holder: Identity): boolean {
  if (holder.pid === process.pid) return holder.instance === performance.timeOrigin;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
  const { state, started } = processOf(holder.pid);
  return state !== "Z" && holder.started === started;
}

/** Returns the start time of a process in the system's units (Linux only; elsewhere the same for all). */
export const startOf = (pid: number): string => processOf(pid).started;

/** `state`: `Z` for a process that has ended, and whose parent has not noticed yet (proc_pid_stat(5)). */
export function processOf(pid: number): { readonly state: string; readonly started: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses with any characters; the state is field 3, the start field 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? "" };
  } catch {
    return { state: "", started: "" };
  }
}

/** The error of a directory that another process has. */
export function inUse(directory: string, pid: number): StorageError {
  return new StorageError(
    "Failed",
    `the data directory ${directory} is in use by another process (pid ${pid})`,
  );
}
