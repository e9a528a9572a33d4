import { equal } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import type { Decider, RecordedRequest } from "../recording/recording.ts";
import type { ChangeKind } from "./change.ts";
import type { DecidedAgain } from "./decided.ts";
import { stableMessage } from "./stable-message.ts";
import { stableResult } from "./stable-result.ts";

/** A recorded or a new decision. */
export interface Decision
  extends Pick<DecidedAgain, "allowed" | "code" | "reason" | "message" | "by" | "result"> {
  readonly by: readonly Decider[];
  readonly failed: readonly string[];
  /** Time of all webhook calls; undefined if it is not known. */
  readonly webhookMilliseconds: number | undefined;
}

/** Returns the recorded decision. */
export function recordedDecision({ decision, calls }: RecordedRequest): Decision {
  const times = calls.map(({ milliseconds }) => milliseconds);
  return {
    ...decision,
    failed: calls.filter(({ outcome }) => outcome === "failed").map(({ webhook }) => webhook),
    webhookMilliseconds:
      times.length === 0 || times.includes(null)
        ? undefined
        : times.reduce<number>((sum, one) => sum + (one ?? 0), 0),
  };
}

/**
 * Returns the kind of change between two decisions; undefined if there is none. `slowMilliseconds` is the
 * smallest increase that counts as slower.
 */
export function changeBetween(
  before: Decision,
  now: Decision,
  { subresource, object }: Pick<RecordedRequest, "subresource" | "object">,
  slowMilliseconds: number,
): ChangeKind | undefined {
  if (before.allowed !== now.allowed) return now.allowed ? "newly-allowed" : "newly-denied";
  if (now.failed.some((name) => !before.failed.includes(name))) return "failing";
  if (!now.allowed && !isSameRefusal(before, now, object)) return "denied-differently";
  if (now.allowed && !isSameResult(before, now, subresource)) return "patched-differently";
  return isSlower(before, now, slowMilliseconds) ? "slower" : undefined;
}

const isSameRefusal = (before: Decision, now: Decision, object: JsonObject | null): boolean =>
  before.code === now.code && stableMessage(before.message, object) === stableMessage(now.message, object);

function isSameResult(before: Decision, now: Decision, subresource: string): boolean {
  if (before.result === null || now.result === null) return true;
  return equal(stableResult(before.result, subresource), stableResult(now.result, subresource));
}

/**
 * True if the time grew by at least `slowMilliseconds` and at least doubled, so that small increases of slow
 * requests do not count.
 */
function isSlower(before: Decision, now: Decision, slowMilliseconds: number): boolean {
  if (before.webhookMilliseconds === undefined || now.webhookMilliseconds === undefined) return false;
  const longer = now.webhookMilliseconds - before.webhookMilliseconds;
  return longer >= slowMilliseconds && longer >= before.webhookMilliseconds;
}
