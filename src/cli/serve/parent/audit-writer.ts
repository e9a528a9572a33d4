import type { Log } from "../../../server/log.ts";
import type { AuditFile } from "../audit/audit-file.ts";
import { openAuditTarget } from "../audit/audit-target.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import type { Addressee } from "../processes/messages.ts";

/** Writes the audit log of all servers, so that lines stay whole and the file is rotated once. */
export interface AuditWriter {
  write(from: Addressee, { number, lines }: Lines): void;
  /** Resolves when all lines are written, or cannot be written. */
  close(): Promise<void>;
}

interface Lines {
  readonly number: number;
  readonly lines: readonly string[];
}

/** The file is opened with the first line: before, the servers have checked the flags, and have created it. */
export function createAuditWriter(flags: ServeFlags, log: Log): AuditWriter {
  let file: AuditFile | undefined;
  return {
    write(from, { number, lines }) {
      const { auditLogPath = "-" } = flags;
      file ??= openAuditTarget(auditLogPath, flags, log);
      void Promise.all(lines.map(file.write, file)).then((areStored) =>
        from.send({ kind: "stored", number, areStored }),
      );
    },
    close: async () => file?.close(),
  };
}
