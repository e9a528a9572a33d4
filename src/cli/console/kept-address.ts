import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writePrivate } from "../../disk/private-files.ts";
import { record } from "../../json/value.ts";

/** Token and port of a console. They are kept in the data folder, so that a link is valid after a restart, too. */
export interface KeptAddress {
  readonly token: string;
  /** 0: there was none. */
  readonly port: number;
}

const FILE = "console.json";
const TOKEN = /^[\w-]{32}$/;
const OTHERS = 0o077;

/** Creates a token of 24 random bytes, which cannot be guessed. */
export const newToken = (): string => randomBytes(24).toString("base64url");

/**
 * Reads the address of the last start. Returns a new token if there is none, or if other users could read the file:
 * they may know its token.
 */
export function keptAddress(folder: string): KeptAddress {
  const path = join(folder, FILE);
  try {
    const isOpen = process.platform !== "win32" && (statSync(path).mode & OTHERS) !== 0;
    const { token, port } = record(JSON.parse(readFileSync(path, "utf8")));
    if (!isOpen && typeof token === "string" && TOKEN.test(token)) return { token, port: portIn(port) };
  } catch {
    // There is no such file, or it is damaged: a new one is written.
  }
  return { token: newToken(), port: 0 };
}

const portIn = (port: unknown): number =>
  typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;

/** Writes the address, for its owner only. In a folder that cannot be written, the next start has a new one. */
export const keepAddress = (folder: string, address: KeptAddress): Promise<void> =>
  writePrivate(join(folder, FILE), `${JSON.stringify(address)}\n`).catch(() => {});
