import { createWriteStream, fstatSync, type Stats, type WriteStream } from "node:fs";
import { PRIVATE_FILE } from "../../../disk/private-files.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { Log } from "../../../server/log.ts";
import { type BackupRules, setAside, tidyBackups } from "./audit-backups.ts";

/** Destination of audit events. */
export interface AuditFile {
  /** False, or a promise of it: the line is lost. */
  write(line: string): boolean | Promise<boolean>;
  /** Resolves when all lines are written, or cannot be written. */
  close(): Promise<void>;
}

/** Rules of the audit log: the size from which a new file begins, and the files that are kept. */
interface Rotation extends BackupRules {
  /** Bytes; 0: the file grows for ever. */
  readonly maxSize: number;
}

const NO_ROTATION: Rotation = { maxSize: 0, maxAge: 0, maxBackups: 0, compress: false };

/** Limit for the lines that wait for a slow disk, in bytes (64 MiB). */
const MOST_WAITING_BYTES = 64 << 20;

/**
 * Opens an audit file. Lines that cannot be written (the disk is full, or accepts no data until too many
 * lines wait) are lost, and logged; after an error the next lines are tried with the file opened again.
 */
export function openAuditFile(
  path: string,
  log: Log,
  { mostWaiting = MOST_WAITING_BYTES, rotation = NO_ROTATION, confirms = false }: AuditFileOptions = {},
): AuditFile {
  return new RotatedFile({ path, log, mostWaiting, rotation, confirms });
}

interface AuditFileOptions {
  readonly mostWaiting?: number;
  readonly rotation?: Rotation;
  /**
   * True if `write` reports that the operating system has accepted the whole line. Default false: it reports
   * at once if the line waits to be written.
   */
  readonly confirms?: boolean;
}

interface Line {
  readonly text: string;
  /** Called when the line is written, or is lost. */
  readonly done?: (isWritten: boolean) => void;
}

type Parts = Required<AuditFileOptions> & { readonly path: string; readonly log: Log };

class RotatedFile implements AuditFile {
  readonly #parts: Parts;
  #stream: WriteStream | undefined;
  /** Bytes in the file and on their way into it; what was there before is known when it is open. */
  #size = 0;
  #lost = 0;
  /** Lines that came while the file was set aside. */
  #waiting: Line[] = [];
  #waitingBytes = 0;
  #rotating: Promise<void> | undefined;
  #tidying: Promise<void> = Promise.resolve();
  /** No two files have one name. */
  #asideAt = 0;

  /**
   * The file exists from the start, as in the reference: a program that follows it need not wait for the
   * first event.
   */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.#stream = this.#open();
  }

  write(text: string): boolean | Promise<boolean> {
    if (this.#isFull()) return false;
    if (this.#parts.confirms) return new Promise((done) => this.#take({ text, done }));
    this.#take({ text });
    return true;
  }

  #isFull(): boolean {
    const { path, log, mostWaiting } = this.#parts;
    if (this.#waitingBytes + (this.#stream?.writableLength ?? 0) > mostWaiting) {
      if (this.#lost++ === 0) log("error", "audit events are lost: the disk is too slow", { path });
      return true;
    }
    if (this.#lost > 0) log("error", "audit events were lost", { path, lost: this.#lost });
    this.#lost = 0;
    return false;
  }

  #take(line: Line): void {
    if (this.#rotating === undefined) this.#append(line);
    else this.#hold(line);
  }

  async close(): Promise<void> {
    while (this.#rotating !== undefined) await this.#rotating;
    const stream = this.#stream;
    if (stream !== undefined) await ended(stream);
    await this.#tidying;
  }

  #hold(line: Line): void {
    this.#waiting.push(line);
    this.#waitingBytes += Buffer.byteLength(line.text);
  }

  #append(line: Line): void {
    const { text, done } = line;
    const { maxSize } = this.#parts.rotation;
    const bytes = Buffer.byteLength(text);
    this.#stream ??= this.#open();
    if (maxSize > 0 && this.#size > 0 && this.#size + bytes > maxSize) {
      this.#hold(line);
      this.#rotating = this.#rotate(this.#stream);
      return;
    }
    this.#size += bytes;
    this.#stream.write(text, done && ((error) => done(!error)));
  }

  #open(): WriteStream {
    const { path, log } = this.#parts;
    const opened = createWriteStream(path, { flags: "a", mode: PRIVATE_FILE });
    this.#size = 0;
    opened.on("error", (error) => {
      log("error", "audit events cannot be written", { path, error: error.message });
      if (this.#stream === opened) this.#stream = undefined;
    });
    opened.on("open", (descriptor) => {
      const stats = fstatSync(descriptor);
      // A pipe or another special file cannot be rotated, so its size never reaches the limit.
      this.#size += stats.isFile() ? stats.size : Number.NEGATIVE_INFINITY;
      warnOfReaders(stats, path, log);
    });
    return opened;
  }

  /** All that is written is in the file that is set aside. */
  async #rotate(stream: WriteStream): Promise<void> {
    const { path, log, rotation } = this.#parts;
    await ended(stream);
    this.#stream = undefined;
    try {
      this.#asideAt = Math.max(Date.now(), this.#asideAt + 1);
      await setAside(path, this.#asideAt);
      this.#tidying = this.#tidying.then(() => tidied(path, rotation, log));
    } catch (error) {
      log("error", "the audit log cannot be set aside", { path, error: messageOf(error) });
    }
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#rotating = undefined;
    for (const line of lines) this.#take(line);
  }
}

async function tidied(path: string, rules: BackupRules, log: Log): Promise<void> {
  try {
    await tidyBackups(path, rules, Date.now());
  } catch (error) {
    log("error", "old audit logs cannot be tidied up", { path, error: messageOf(error) });
  }
}

const ended = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once("close", resolve).end();
  });

/** A file that was there keeps its mode, as the reference leaves it: it may be the operator's choice. */
function warnOfReaders(stats: Stats, path: string, log: Log): void {
  if (stats.isFile() && (stats.mode & 0o007) !== 0)
    log("warn", "everybody on this machine can read the audit log", { path });
}
