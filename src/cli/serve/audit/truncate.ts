import { withSortedMembers } from "../../../json/object.ts";
import { stringify } from "../../../json/stringify.ts";
import { isJsonObject } from "../../../json/value.ts";
import type { Log } from "../../../server/log.ts";
import type { AuditBackend, AuditEvent } from "./backend.ts";

/**
 * Returns a backend that removes the objects of events larger than `maxEventSize` bytes, and drops events
 * that are still too large without them (apiserver/plugin/pkg/audit/truncate/truncate.go).
 */
export function truncating(backend: AuditBackend, maxEventSize: number, log: Log): AuditBackend {
  const fitting = (event: AuditEvent): readonly AuditEvent[] => {
    if (Buffer.byteLength(event.line) <= maxEventSize) return [event];
    const { level } = event.value;
    const smaller = level === "Request" || level === "RequestResponse" ? truncated(event) : event;
    if (Buffer.byteLength(smaller.line) <= maxEventSize) return [smaller];
    log("error", "an audit event is lost: event is too large even after truncating", {
      auditID: event.value.auditID,
    });
    return [];
  };
  return {
    process(events) {
      const kept = events.flatMap(fitting);
      return kept.length === 0 ? true : backend.process(kept);
    },
    close: () => backend.close(),
  };
}

function truncated({ value }: AuditEvent): AuditEvent {
  const { requestObject: _, responseObject: __, annotations, ...rest } = value;
  const marked = { ...(isJsonObject(annotations) ? annotations : {}), "audit.k8s.io/truncated": "true" };
  const sorted = withSortedMembers(marked);
  const small = { ...rest, annotations: sorted };
  return { value: small, line: `${stringify(small)}\n` };
}
