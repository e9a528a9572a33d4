import { randomUUID } from "node:crypto";
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import vm from "node:vm";

/** Code from one file of the build. */
export interface Bundle {
  readonly exports: unknown;
  /**
   * True if no code had to be compiled: the compiled code of an earlier process fits this Node, its flags and
   * this file.
   */
  readonly wasKept: boolean;
  /** Keeps what is compiled by now for later processes, beside the file; not where this process may not write. */
  keep(): void;
}

/** The build ends the file with the hash of what is before: V8 would take code of another text that is as long. */
const ID_LENGTH = 64;

/**
 * Runs one file that is the body of a CommonJS module, as an expression (scripts/parts/build/fast-bundles.mjs makes it).
 * It must not `import()`. Undefined when there is none: the source has none. Code that is kept saves parsing and compiling three megabytes.
 * `command`: each keeps the functions that it uses.
 */
export function loadBundle(file: string, command: string): Bundle | undefined {
  // Read as Latin-1, the encoding that the build writes: V8 keeps such a string as one byte for each
  // character, outside of the heap.
  const source = read(file)?.toString("latin1");
  if (source === undefined) return undefined;
  const name = `${source.slice(-ID_LENGTH)}-${command}-${cachedDataVersionTag()}`;
  const kept = join(dirname(file), "compiled", name);
  const { script, wasKept } = compile(source, file, kept);
  const module = { exports: {} };
  const run = script.runInThisContext() as BundleBody;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return { exports: module.exports, wasKept, keep: () => write(kept, () => script.createCachedData()) };
}

/** A function of its own, so that the first garbage collection frees the four megabytes of compiled code. */
function compile(source: string, file: string, kept: string): { script: vm.Script; wasKept: boolean } {
  const cachedData = read(kept);
  const script = new vm.Script(source, { filename: file, ...(cachedData && { cachedData }) });
  return { script, wasKept: cachedData !== undefined && script.cachedDataRejected === false };
}

type BundleBody = (
  exports: object,
  require: NodeJS.Require,
  module: object,
  filename: string,
  dirname: string,
) => void;

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Whole or not at all. What cannot be written is compiled again by the next process. */
function write(file: string, content: () => Buffer): void {
  const folder = dirname(file);
  try {
    accessSync(dirname(folder), constants.W_OK);
    // The mode does not depend on the umask: a user who can write here decides which code later processes
    // run.
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    writeWhole(file, content());
    // The clock of the file system: it need not be that of this process.
    removeOldParts(folder, statSync(file).mtimeMs);
  } catch {
    // Nothing is lost.
  }
}

function writeWhole(file: string, content: Buffer): void {
  // Not the process id: in a container it is the same after each start.
  const part = `${file}.${randomUUID()}`;
  try {
    // Flushed: otherwise the name could be there after a power failure, and the bytes not.
    writeFileSync(part, content, { flag: "wx", mode: 0o644, flush: true });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Name pattern of a temporary file, which distinguishes its writer from others. */
const PART = /^[0-9a-f]{64}-\d+\./;
/** A writer takes less than a second: one that has taken so long was killed. */
const OLD_PART_MS = 3_600_000;

function removeOldParts(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((one) => PART.test(one))) {
    const path = join(folder, name);
    if (now - statSync(path).mtimeMs > OLD_PART_MS) rmSync(path, { force: true });
  }
}
