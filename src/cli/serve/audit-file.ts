import { createWriteStream, type WriteStream } from "node:fs";
import type { Log } from "../../server/house.ts";

/** Where audit events go. */
export interface AuditFile {
  write(line: string): void;
  /** When all lines are written, or cannot be. */
  close(): Promise<void>;
}

/** Lines that cannot be written (the disk is full) are lost, and logged; the next ones try it with the file opened anew. */
export function openAuditFile(path: string, log: Log): AuditFile {
  let stream: WriteStream | undefined;
  const open = (): WriteStream => {
    const opened = createWriteStream(path, { flags: "a", mode: 0o600 });
    opened.on("error", (error) => {
      log("error", "audit events cannot be written", { path, error: error.message });
      if (stream === opened) stream = undefined;
    });
    return opened;
  };
  return {
    write: (line) => {
      stream ??= open();
      stream.write(line);
    },
    close: () =>
      new Promise((resolve) => {
        if (stream === undefined) resolve();
        else stream.once("close", resolve).end();
      }),
  };
}
