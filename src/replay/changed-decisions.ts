import type { RecordedRequest } from "../recording/recording.ts";
import { causeOf, differences } from "./cause.ts";
import type { ChangedDecision, ChangeKind, ChangeSide } from "./change.ts";
import { changeBetween, type Decision, recordedDecision } from "./compare.ts";
import type { Decided } from "./decided.ts";
import type { ReplayServer } from "./replay-server.ts";

interface ReplayInput {
  readonly requests: AsyncIterable<RecordedRequest> | Iterable<RecordedRequest>;
  /** Decides under the new configuration. The caller that started the servers closes them. */
  readonly now: ReplayServer;
  /** Decides under the old configuration; if absent, the recorded decisions are compared. */
  readonly before?: ReplayServer;
  /**
   * Smallest increase of the webhooks' time that counts as slower, in milliseconds, if the time is also at
   * least doubled. Default 100.
   */
  readonly slowMilliseconds?: number;
  /** Ends the comparison before the next request. */
  readonly signal?: AbortSignal;
}

/** Counts of results, updated while requests are decided. */
export interface ReplayCounts {
  requests: number;
  /** Requests with the same decision. */
  same: number;
  /** Requests that could not be decided again, by reason. */
  readonly undecided: Map<string, number>;
  /** Calls that were assumed to be allowed because the response is not known, by webhook. */
  readonly assumed: Map<string, number>;
  /** Requests for which the old object is not known. */
  lacking: number;
  /** With `before`: requests whose recorded decision differs from that of the old configuration here. */
  recordedOtherwise: number;
}

/** Counts of no requests. */
export const noReplayCounts = (): ReplayCounts => ({
  requests: 0,
  same: 0,
  undecided: new Map(),
  assumed: new Map(),
  lacking: 0,
  recordedOtherwise: 0,
});

/**
 * Decides requests again and yields, in their order, those that another configuration decides differently. It
 * has one request in memory at a time. Throws the errors of `requests`.
 */
export async function* changedDecisions(
  { requests, now, before, slowMilliseconds = 100, signal }: ReplayInput,
  counts: ReplayCounts = noReplayCounts(),
): AsyncGenerator<ChangedDecision> {
  for await (const request of requests) {
    if (signal?.aborted === true) return;
    counts.requests += 1;
    if (request.lacks.includes("oldObject")) counts.lacking += 1;
    const decidedBefore = await before?.decide(request);
    const decided = await now.decide(request);
    if (decided.kind === "undecided") {
      countOne(counts.undecided, decided.why);
      continue;
    }
    if (decidedBefore?.kind === "undecided") {
      countOne(counts.undecided, decidedBefore.why);
      continue;
    }
    for (const name of decided.assumed) countOne(counts.assumed, name);
    const change = changeOf(request, decidedBefore, decided, { slowMilliseconds, counts });
    if (change === undefined) counts.same += 1;
    else yield change;
  }
}

function changeOf(
  request: RecordedRequest,
  decidedBefore: Decided | undefined,
  now: Decided,
  { slowMilliseconds, counts }: { readonly slowMilliseconds: number; readonly counts: ReplayCounts },
): ChangedDecision | undefined {
  const recorded = recordedDecision(request);
  if (decidedBefore !== undefined && decidedBefore.allowed !== recorded.allowed)
    counts.recordedOtherwise += 1;
  const before = decidedBefore ?? recorded;
  const kind = changeBetween(before, now, request, slowMilliseconds);
  if (kind === undefined) return undefined;
  return {
    kind,
    cause: causeOf(kind, { request, decidedBefore, before, now }),
    id: request.id,
    request,
    ...sidesOf(kind, before, now, request),
    explain: () => now.explain(),
  };
}

/** Returns both decisions in the form of a report. */
export function sidesOf(
  kind: ChangeKind,
  before: Decision,
  now: Decision,
  request: Pick<RecordedRequest, "subresource">,
): Pick<ChangedDecision, "before" | "now"> {
  const differs =
    kind === "patched-differently" ? differences(before, now, request).slice(0, MOST_PATHS) : [];
  const side = ({ allowed, code, message }: Decision): ChangeSide => ({ allowed, code, message, differs });
  return { before: side(before), now: side(now) };
}

const MOST_PATHS = 20;
/** Highest number of different reasons or names that are counted. */
const MOST_TEXTS = 1_000;

/** Adds one to the count of a text. */
export function countOne(to: Map<string, number>, text: string): void {
  if (to.has(text) || to.size < MOST_TEXTS) to.set(text, (to.get(text) ?? 0) + 1);
}
