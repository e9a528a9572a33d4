import { createWriteStream, fstat, type WriteStream } from "node:fs";
import { PRIVATE_FILE } from "../../api/private-files.ts";
import type { Log } from "../../server/log.ts";

/** Where audit events go. */
export interface AuditFile {
  write(line: string): void;
  /** When all lines are written, or cannot be. */
  close(): Promise<void>;
}

/** Of lines that a slow disk has not taken yet. */
const MOST_WAITING_BYTES = 64 << 20;

/**
 * Lines that cannot be written (the disk is full, or takes nothing for so long that too many wait) are lost, and logged; after
 * an error the next ones try it with the file opened anew.
 */
export function openAuditFile(path: string, log: Log, mostWaiting = MOST_WAITING_BYTES): AuditFile {
  let stream: WriteStream | undefined;
  let lost = 0;
  const open = (): WriteStream => {
    const opened = createWriteStream(path, { flags: "a", mode: PRIVATE_FILE });
    opened.on("error", (error) => {
      log("error", "audit events cannot be written", { path, error: error.message });
      if (stream === opened) stream = undefined;
    });
    opened.on("open", (descriptor) => warnOfReaders(descriptor, path, log));
    return opened;
  };
  return {
    write: (line) => {
      stream ??= open();
      if (stream.writableLength > mostWaiting) {
        if (lost++ === 0) log("error", "audit events are lost: the disk is too slow", { path });
        return;
      }
      if (lost > 0) log("error", "audit events were lost", { path, lost });
      lost = 0;
      stream.write(line);
    },
    close: () =>
      new Promise((resolve) => {
        if (stream === undefined) resolve();
        else stream.once("close", resolve).end();
      }),
  };
}

/** A file that was there keeps its mode, as the reference leaves it: it may be the operator's choice. */
function warnOfReaders(descriptor: number, path: string, log: Log): void {
  fstat(descriptor, (_error, stats) => {
    if (stats?.isFile() && (stats.mode & 0o007) !== 0)
      log("warn", "everybody on this machine can read the audit log", { path });
  });
}
