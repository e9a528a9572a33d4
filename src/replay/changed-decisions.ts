import type { RecordedRequest } from "../recording/recording.ts";
import { causeOf, differences } from "./cause.ts";
import type { ChangedDecision, ChangeKind, ChangeSide } from "./change.ts";
import { changeBetween, type Decision, recordedDecision } from "./compare.ts";
import type { Decided, Undecided } from "./decided.ts";
import type { ReplayServer } from "./replay-server.ts";

export interface ReplayInput {
  readonly requests: AsyncIterable<RecordedRequest> | Iterable<RecordedRequest>;
  /** Decides under the new configuration. Both are closed by the caller that started them. */
  readonly now: ReplayServer;
  /** Decides under the old one; absent: what was recorded counts. */
  readonly before?: ReplayServer;
  /** A request whose webhooks take so much longer is slower, if that is twice as long. Default 100. */
  readonly slowMilliseconds?: number;
  /** Ends it before the next request. */
  readonly signal?: AbortSignal;
}

/** What became of the requests; grows while they are decided. */
export interface ReplayCounts {
  requests: number;
  /** Decided as before. */
  same: number;
  /** Could not be decided again, by reason. */
  readonly undecided: Map<string, number>;
  /** Calls that were taken to be allowed, by webhook: nobody knows what it would answer. */
  readonly assumed: Map<string, number>;
  /** About whose object nothing was known before the request. */
  lacking: number;
  /** With `before`: what was recorded is not what the old configuration decides here. */
  recordedOtherwise: number;
}

export const noReplayCounts = (): ReplayCounts => ({
  requests: 0,
  same: 0,
  undecided: new Map(),
  assumed: new Map(),
  lacking: 0,
  recordedOtherwise: 0,
});

/**
 * Decides requests again and yields those that another configuration decides otherwise, in their order. Holds one
 * request at a time. Throws what `requests` throws.
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
    const undecided = [decided, decidedBefore].find((one) => one?.kind === "undecided");
    if (decided.kind === "undecided" || undecided !== undefined) {
      countOne(counts.undecided, (undecided as Undecided).why);
      continue;
    }
    for (const name of decided.assumed) countOne(counts.assumed, name);
    const change = changeOf(request, decidedBefore as Decided | undefined, decided, {
      slowMilliseconds,
      counts,
    });
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

/** What is said of both decisions. */
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
/** Reasons and names are counted by their text: so many different ones. */
const MOST_TEXTS = 1_000;

/** One more of these. */
export function countOne(to: Map<string, number>, text: string): void {
  if (to.has(text) || to.size < MOST_TEXTS) to.set(text, (to.get(text) ?? 0) + 1);
}
