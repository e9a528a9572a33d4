import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import vm from "node:vm";

/** Code from one file of the build. */
export interface Bundle {
  readonly exports: unknown;
  /** Whether nothing had to be compiled: what an earlier process has kept fits this Node, its flags and this file. */
  readonly wasKept: boolean;
  /** Keeps what is compiled by now for later processes, beside the file; not where this process may not write. */
  keep(): void;
}

/** The build ends the file with the hash of what is before: V8 would take code of another text that is as long. */
const ID_LENGTH = 64;

/**
 * Runs one file that is the body of a CommonJS module, as an expression (scripts/parts/fast-bundle.mjs makes it).
 * It must not `import()`. Undefined when there is none: the source has none. Code that is kept saves parsing and compiling three megabytes.
 * `command`: each keeps the functions that it uses.
 */
export function loadBundle(file: string, command: string): Bundle | undefined {
  // As Latin-1, which the build makes it: one byte for a character, outside of the heap.
  const source = read(file)?.toString("latin1");
  if (source === undefined) return undefined;
  const name = `${source.slice(-ID_LENGTH)}-${command}-${cachedDataVersionTag()}`;
  const kept = join(dirname(file), "compiled", name);
  const cachedData = read(kept);
  const script = new vm.Script(source, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as BundleBody;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return {
    exports: module.exports,
    wasKept: cachedData !== undefined && script.cachedDataRejected === false,
    keep: () => write(kept, () => script.createCachedData()),
  };
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
    // Whatever the umask is: who may write here decides what later processes run.
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const part = `${file}.${process.pid}`;
    const opened = openSync(part, "wx", 0o644);
    try {
      writeSync(opened, content());
      // Otherwise the name could be there after a power failure, and the bytes not.
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(part, file);
  } catch {
    // Nothing is lost.
  }
}
