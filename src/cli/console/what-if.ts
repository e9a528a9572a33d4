import type { Manifest } from "../../explain/offline/manifests.ts";
import { pointerOf } from "../../explain/sources.ts";
import type { JsonObject } from "../../json/value.ts";
import { record } from "../../json/value.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import type { ChangedDecision } from "../../replay/change.ts";
import { changedDecisions, noReplayCounts } from "../../replay/changed-decisions.ts";
import { type ReplayServer, startReplayServer } from "../../replay/replay-server.ts";
import { ADMISSION_LISTS } from "../admission-lists.ts";
import { readList } from "../read-list.ts";
import { manifestsIn } from "./manifests-in.ts";
import { refused } from "./refused.ts";
import { latestRequests } from "./requests/latest-requests.ts";
import type { Upstream } from "./upstream.ts";

/** Lists of the resources that decide about requests, as far as a replay supports them. */
const LISTS = [
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  ...ADMISSION_LISTS,
  "/api/v1/namespaces",
];
const MOST_CHANGES = 200;
const LONGEST_MS = 60_000;

/**
 * Controller of the latest question; a new question aborts the one before, because the page shows the latest
 * answer only.
 */
let running: AbortController | undefined;

/**
 * Decides the latest requests again, with the current configurations and with those of the editor, in memory.
 * `call`: true to call webhooks with a URL over the network, each request as a dry run; otherwise webhooks
 * without a recorded call are taken to allow.
 */
export async function whatIf(upstream: Upstream, body: unknown): Promise<JsonObject> {
  running?.abort();
  const own = new AbortController();
  running = own;
  const timer = setTimeout(() => own.abort(), LONGEST_MS);
  const call = record(body).call === true;
  const changed = await manifestsIn(body);
  const [there, requests] = await Promise.all([
    currentManifests(upstream),
    latestRequests(upstream, own.signal),
  ]);
  const answering = call ? { answering: { call: { services: new Map() } } } : {};
  const before = await startReplayServer({ manifests: there, ...answering });
  try {
    const now = await startReplayServer({ manifests: overlaid(there, changed), ...answering });
    try {
      const problems = now.problems.filter(({ code }) => code === "invalid-configuration");
      if (problems.length > 0)
        throw refused(422, problems.map(({ of, message }) => `${of}: ${message}`).join("\n"));
      const asked = call ? requests.map((request) => ({ ...request, dryRun: true })) : requests;
      return await compared(asked, before, now, own.signal);
    } finally {
      await now.close();
    }
  } finally {
    clearTimeout(timer);
    await before.close();
  }
}

async function currentManifests({ client }: Upstream): Promise<Manifest[]> {
  const lists = await Promise.all(LISTS.map((path) => readList(client, path)));
  return lists.flat().map((object) => ({ object, line: pointerOf }));
}

/** Returns the current manifests, with each changed manifest in the place of the current one. */
function overlaid(there: readonly Manifest[], changed: readonly Manifest[]): Manifest[] {
  const keyOf = ({ object }: Manifest): string =>
    `${String(object.kind)}/${String(record(object.metadata).name)}`;
  const keys = new Set(changed.map(keyOf));
  return [...there.filter((one) => !keys.has(keyOf(one))), ...changed];
}

async function compared(
  requests: readonly RecordedRequest[],
  before: ReplayServer,
  now: ReplayServer,
  signal: AbortSignal,
): Promise<JsonObject> {
  const reach = new Map<RecordedRequest, Reach>();
  const watched = (server: ReplayServer, side: keyof Reach): ReplayServer => ({
    ...server,
    async decide(request) {
      const decided = await server.decide(request);
      if (decided.kind === "decided") {
        const called = decided.verdicts.flatMap(({ asked }) =>
          asked.flatMap(({ hook, call: made }) => (made === undefined ? [] : [hook.name])),
        );
        reach.set(request, { ...EMPTY, ...reach.get(request), [side]: [...new Set(called)] });
      }
      return decided;
    },
  });
  const counts = noReplayCounts();
  const changes: JsonObject[] = [];
  const seen = new Set<RecordedRequest>();
  const input = { requests, before: watched(before, "before"), now: watched(now, "now"), signal };
  for await (const change of changedDecisions(input, counts)) {
    seen.add(change.request);
    if (changes.length < MOST_CHANGES) changes.push(changeRow(change));
  }
  for (const request of requests) {
    const row = seen.has(request) ? undefined : reachRow(request, reach.get(request));
    if (row !== undefined && changes.length < MOST_CHANGES) changes.push(row);
  }
  return {
    requests: counts.requests,
    same: requests.length - changes.length,
    ended: signal.aborted,
    undecided: [...counts.undecided].map(([why, count]) => ({ why, count })),
    assumed: [...counts.assumed].map(([webhook, count]) => ({ webhook, count })),
    changes,
  };
}

/** Webhooks that were called. */
interface Reach {
  readonly before: readonly string[];
  readonly now: readonly string[];
}
const EMPTY: Reach = { before: [], now: [] };

function changeRow({ kind, cause, request, before, now }: ChangedDecision): JsonObject {
  const side = ({ allowed, code, message }: typeof before): JsonObject => ({ allowed, code, message });
  return {
    kind,
    why: cause.text,
    ...described(request),
    before: side(before),
    now: side(now),
    differs: [...now.differs],
  };
}

/** Decided as before, but by asking others. */
function reachRow(request: RecordedRequest, reach: Reach = EMPTY): JsonObject | undefined {
  const more = reach.now.filter((name) => !reach.before.includes(name));
  const less = reach.before.filter((name) => !reach.now.includes(name));
  if (more.length + less.length === 0) return undefined;
  const why = [
    ...(more.length > 0 ? [`now asks ${more.join(", ")}`] : []),
    ...(less.length > 0 ? [`asks ${less.join(", ")} no more`] : []),
  ].join("; ");
  const { allowed, code, message } = request.decision;
  const side = { allowed, code, message };
  const kind = more.length > 0 ? "newly-asked" : "no-longer-asked";
  return { kind, why, ...described(request), before: side, now: side, differs: [] };
}

function described({
  id,
  operation,
  resource,
  subresource,
  namespace,
  name,
  user,
}: RecordedRequest): JsonObject {
  const what = subresource === "" ? resource.resource : `${resource.resource}/${subresource}`;
  // Objects of one deleted collection are distinguished by a suffix of the audit id, under which the page
  // finds the request.
  const auditId = id.split("#", 1)[0] ?? id;
  return { id: auditId, operation, resource: what, namespace, name, user: user.username };
}
