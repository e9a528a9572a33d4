import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { REFERENCE_BIN } from "../../test/process/reference.mjs";

const PROCESSORS = { x64: "x86_64", arm64: "aarch64", ia32: "i386" };
/** The user-mode emulator of this machine's own processor. */
const EMULATOR = `qemu-${PROCESSORS[process.arch] ?? process.arch}`;

/** Programs written in Go that tests start. */
const ON_PATH = ["kubectl", "etcd"];
const OF_REFERENCE = ["kubectl", "etcd", "kube-apiserver"];

const folders = (process.env.PATH ?? "").split(delimiter);
const found = (name) => folders.map((folder) => join(folder, name)).find(existsSync);

export const hasEmulator = () => found(EMULATOR) !== undefined;

/**
 * Programs of Go ask the kernel for the time, so that faketime cannot change their clock. An emulator asks the C library for
 * them. Returns variables of the environment with which tests find scripts that run each program of Go in the emulator:
 * `PATH`, and `BIN` for those of the reference. `remove` removes the scripts.
 */
export function emulatedPrograms() {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-ahead-"));
  const BIN = join(folder, "reference");
  mkdirSync(BIN);
  for (const name of ON_PATH) writeScript(join(folder, name), found(name));
  for (const name of OF_REFERENCE) writeScript(join(BIN, name), join(REFERENCE_BIN, name));
  return {
    env: { PATH: [folder, ...folders].join(delimiter), BIN },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A program that this machine lacks stays so. */
function writeScript(path, program = "") {
  if (!existsSync(program)) return;
  writeFileSync(path, `#!/bin/sh\nexec ${EMULATOR} '${program}' "$@"\n`);
  chmodSync(path, 0o755);
}
