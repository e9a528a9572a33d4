import type { Log } from "../../../server/log.ts";
import { print, printed } from "../../terminal.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { type AuditFile, openAuditFile } from "./audit-file.ts";

/** True if an answer waits until its audit event is written. */
export const confirmsLines = ({ auditLog: { mode } }: ServeFlags): boolean => mode === "blocking-strict";

/** Opens the file of `--audit-log-path`; `-` is standard output. */
export function openAuditTarget(path: string, flags: ServeFlags, log: Log): AuditFile {
  const confirms = confirmsLines(flags);
  if (path === "-") return standardOutput(confirms);
  const { maxsize, maxage, maxbackup, compress } = flags.auditLog;
  const rotation = { maxSize: maxsize, maxAge: maxage, maxBackups: maxbackup, compress };
  return openAuditFile(path, log, { rotation, confirms });
}

const standardOutput = (confirms: boolean): AuditFile => ({
  write(line) {
    if (confirms)
      return printed(line).then(
        () => true,
        () => false,
      );
    print(line);
    return true;
  },
  close: async () => undefined,
});
