import { setImmediate as turn } from "node:timers/promises";
import type { JsonObject } from "../../../json/value.ts";
import type { RecordedRequest } from "../../../recording/recording.ts";
import type { ChangeSide } from "../../../replay/change.ts";
import { changedDecisions, noReplayCounts } from "../../../replay/changed-decisions.ts";
import type { ReplayServer } from "../../../replay/replay-server.ts";
import { ChangeList } from "./change-list.ts";

/** Progress of a comparison, in requests. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

interface Comparison {
  readonly requests: readonly RecordedRequest[];
  readonly before: ReplayServer;
  readonly now: ReplayServer;
  tell(progress: Progress): void;
  readonly signal: AbortSignal;
}

/** Decides requests with both servers. Returns the counts of all changes, and details of the first ones of each kind. */
export async function compareDecisions(comparison: Comparison): Promise<JsonObject> {
  const { requests, before, now, signal } = comparison;
  const reaches = new Map<RecordedRequest, Reach>();
  const counts = noReplayCounts();
  const list = new ChangeList();
  const seen = new Set<RecordedRequest>();
  const input = {
    requests: paced(comparison),
    before: watched(before, reaches, "before"),
    now: watched(now, reaches, "now"),
    signal,
  };
  for await (const change of changedDecisions(input, counts)) {
    seen.add(change.request);
    const { kind, cause, request, before: old, now: other } = change;
    list.add({
      kind,
      why: cause.text,
      request,
      before: sideOf(old),
      now: sideOf(other),
      differs: other.differs,
    });
  }
  for (const request of requests) {
    const difference = seen.has(request) ? undefined : differenceOf(reaches.get(request));
    if (difference === undefined) continue;
    const side = sideOf(request.decision);
    list.add({ ...difference, request, before: side, now: side, differs: [] });
  }
  return {
    total: requests.length,
    requests: counts.requests,
    ...list.result(),
    ended: signal.aborted,
    undecided: [...counts.undecided].map(([why, count]) => ({ why, count })),
    assumed: [...counts.assumed].map(([webhook, count]) => ({ webhook, count })),
  };
}

/** Longest time without a turn of the event loop, which sends the progress and notices that the page has left. */
const TURN_MS = 50;
const TELL_MS = 200;

async function* paced({ requests, tell, signal }: Comparison): AsyncGenerator<RecordedRequest> {
  let [turned, told] = [performance.now(), performance.now()];
  for (const [done, request] of requests.entries()) {
    const now = performance.now();
    if (now - told >= TELL_MS) {
      tell({ done, total: requests.length });
      told = now;
    }
    if (now - turned >= TURN_MS) {
      await turn();
      turned = now;
    }
    if (signal.aborted) return;
    yield request;
  }
}

/** Webhooks that were called. */
interface Reach {
  readonly before: readonly string[];
  readonly now: readonly string[];
}
const EMPTY: Reach = { before: [], now: [] };

/** The same server, whose calls are noted. */
const watched = (
  server: ReplayServer,
  reaches: Map<RecordedRequest, Reach>,
  side: keyof Reach,
): ReplayServer => ({
  ...server,
  async decide(request) {
    const decided = await server.decide(request);
    if (decided.kind === "decided") {
      const called = decided.verdicts.flatMap(({ asked }) =>
        asked.flatMap(({ hook, call: made }) => (made === undefined ? [] : [hook.name])),
      );
      reaches.set(request, { ...EMPTY, ...reaches.get(request), [side]: [...new Set(called)] });
    }
    return decided;
  },
});

const sideOf = ({
  allowed,
  code,
  message,
}: Pick<ChangeSide, "allowed" | "code" | "message">): JsonObject => ({ allowed, code, message });

interface ReachDifference {
  readonly kind: "newly-asked" | "no-longer-asked";
  readonly why: string;
}

/** The same decision, but of other webhooks; undefined if the same were called. */
function differenceOf(reach: Reach = EMPTY): ReachDifference | undefined {
  const more = reach.now.filter((name) => !reach.before.includes(name));
  const less = reach.before.filter((name) => !reach.now.includes(name));
  if (more.length + less.length === 0) return undefined;
  const why = [
    ...(more.length > 0 ? [`now calls ${more.join(", ")}`] : []),
    ...(less.length > 0 ? [`no longer calls ${less.join(", ")}`] : []),
  ].join("; ");
  return { kind: more.length > 0 ? "newly-asked" : "no-longer-asked", why };
}
