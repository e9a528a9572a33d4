import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { PRIVATE_FILE } from "../../../disk/private-files.ts";

/** Which old files of a log stay. */
export interface BackupRules {
  /** Days; 0: for ever. */
  readonly maxAge: number;
  /** 0: all. */
  readonly maxBackups: number;
  readonly compress: boolean;
}

const DAY_MS = 86_400_000;
const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}$/;

/** A log is set aside as `audit-2026-11-22T20-03-04.123.log`, in the way of the library that the reference uses. */
export async function setAside(path: string, now: number): Promise<void> {
  const stamp = new Date(now).toISOString().slice(0, -1).replaceAll(":", "-");
  const extension = extname(path);
  await rename(path, `${path.slice(0, path.length - extension.length)}-${stamp}${extension}`);
}

/** Removes old files that are too many or too old, and compresses the others where that is wanted. */
export async function tidyBackups(path: string, rules: BackupRules, now: number): Promise<void> {
  const backups = await backupsOf(path);
  const isKept = ({ time }: Backup, index: number): boolean =>
    (rules.maxBackups === 0 || index < rules.maxBackups) &&
    (rules.maxAge === 0 || now - time <= rules.maxAge * DAY_MS);
  for (const [index, backup] of backups.entries()) {
    if (!isKept(backup, index)) await rm(backup.file, { force: true });
    else if (rules.compress && !backup.file.endsWith(".gz")) await compress(backup.file);
  }
}

interface Backup {
  readonly file: string;
  /** Time of the rotation. */
  readonly time: number;
}

/** The newest first. */
async function backupsOf(path: string): Promise<Backup[]> {
  const extension = extname(path);
  const prefix = `${basename(path, extension)}-`;
  const names = await readdir(dirname(path));
  const backups = names.flatMap((name): Backup[] => {
    const plain = name.endsWith(".gz") ? name.slice(0, -".gz".length) : name;
    const stamp = plain.slice(prefix.length, plain.length - extension.length);
    if (plain !== `${prefix}${stamp}${extension}` || !STAMP.test(stamp)) return [];
    return [{ file: join(dirname(path), name), time: timeOf(stamp) }];
  });
  return backups.sort((a, b) => b.time - a.time);
}

const timeOf = (stamp: string): number =>
  Date.parse(`${stamp.slice(0, 10)}T${stamp.slice(11, 19).replaceAll("-", ":")}${stamp.slice(19)}Z`);

async function compress(file: string): Promise<void> {
  const { atime, mtime } = await stat(file);
  await pipeline(
    createReadStream(file),
    createGzip(),
    createWriteStream(`${file}.gz`, { mode: PRIVATE_FILE }),
  );
  await utimes(`${file}.gz`, atime, mtime);
  await rm(file);
}
