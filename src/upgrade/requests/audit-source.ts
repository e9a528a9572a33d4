import { noCounts } from "../../recording/audit-log/audit-counts.ts";
import { readAuditEvents, readAuditLogs } from "../../recording/audit-log/read-audit-logs.ts";
import { openRecording } from "../../recording/read-recording.ts";
import type { RequestSource } from "../request-source.ts";
import { UsedVersions } from "./used-versions.ts";

/** Requests of a recording that `sallyport record` wrote. */
export function recordingSource(path: string): RequestSource {
  return {
    name: path,
    async used() {
      const used = new UsedVersions();
      const { requests } = await openRecording(path);
      for await (const request of requests) used.addRecorded(request);
      return used;
    },
    async *requests() {
      const { requests } = await openRecording(path);
      yield* requests;
    },
  };
}

/** Requests of audit logs. Reads, and requests without objects, count among the used versions. */
export function auditLogSource(files: readonly string[]): RequestSource {
  return {
    name: files.join(", "),
    async used() {
      const used = new UsedVersions();
      for await (const { stage, target, user, userAgent, code } of readAuditEvents(files)) {
        if (target === undefined || stage === "RequestReceived" || stage === "ResponseStarted") continue;
        used.add({ ...target, userAgent, username: user.username, code });
      }
      return used;
    },
    requests: () => readAuditLogs(files, noCounts()),
  };
}
