import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "./run-border.ts";

/** Writes an input that failed, so that it is read again whenever the tests run. */
export function keep(folder: string, { border, why, input }: Failure): string {
  mkdirSync(folder, { recursive: true });
  const name = `${border}-${createHash("sha256").update(input).digest("hex").slice(0, 8)}.json`;
  const file = join(folder, name);
  writeFileSync(file, `${JSON.stringify({ border, why, base64: input.toString("base64") }, null, 2)}\n`);
  return file;
}

export function keptFailures(folder: string): Failure[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map(
      (name) =>
        JSON.parse(readFileSync(join(folder, name), "utf8")) as Omit<Failure, "input"> & { base64: string },
    )
    .map(({ border, why, base64 }) => ({ border, why, input: Buffer.from(base64, "base64") }));
}
