import type { JsonObject } from "../../../json/value.ts";

/** An audit event on its way. */
export interface AuditEvent {
  /** A line of JSON, with its end. */
  readonly line: string;
  readonly value: JsonObject;
}

/** Destination of audit events (apiserver/pkg/audit/types.go, Backend). */
export interface AuditBackend {
  /** False, or a promise of it: they could not be stored. Never rejects. */
  process(events: readonly AuditEvent[]): boolean | Promise<boolean>;
  /** Resolves when all accepted events are stored or lost. */
  close(): Promise<void>;
}

/** All of them take every event; what one cannot store has failed. */
export function unionOf(backends: readonly AuditBackend[]): AuditBackend {
  return {
    process(events) {
      return allStored(backends.map((backend) => backend.process(events)));
    },
    close: async () => void (await Promise.all(backends.map((backend) => backend.close()))),
  };
}

/** Returns true if all events are stored; a promise only if one of the outcomes is a promise. */
export function allStored(outcomes: readonly (boolean | Promise<boolean>)[]): boolean | Promise<boolean> {
  if (outcomes.every((outcome) => typeof outcome === "boolean")) return outcomes.every(Boolean);
  return Promise.all(outcomes).then((stored) => stored.every(Boolean));
}

/** Returns a backend whose lost events do not affect the request. */
export function ignoringErrors({ process, close }: AuditBackend): AuditBackend {
  return {
    process(events) {
      const outcome = process(events);
      return outcome instanceof Promise ? outcome.then(() => true) : true;
    },
    close,
  };
}
