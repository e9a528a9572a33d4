// npm run compare -- replay: see scripts/compare/replay.mjs.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import type { Manifest } from "../../src/explain/offline/manifests.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { noCounts } from "../../src/recording/audit-log/audit-counts.ts";
import { readAuditLogs } from "../../src/recording/audit-log/read-audit-logs.ts";
import { createMasker } from "../../src/recording/mask/masker.ts";
import { openRecording } from "../../src/recording/read-recording.ts";
import type { RecordedRequest } from "../../src/recording/recording.ts";
import { recordingWriter } from "../../src/recording/write-recording.ts";
import { changedDecisions, noReplayCounts } from "../../src/replay/changed-decisions.ts";
import { type ReplayServer, startReplayServer } from "../../src/replay/replay-server.ts";
import { serveWebhooks } from "../../src/webhook/index.ts";
import { Connection } from "../../tools/differential/connection.ts";
import { startHooks } from "../../tools/differential/hooks/hook-server.ts";
import { settle } from "../../tools/differential/hooks/settle.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { startReference } from "../process/reference.mjs";
import {
  ADMIN,
  AUDIT_POLICY,
  askAll,
  auditedFlags,
  CONNECTIONS,
  created,
  decisionOf,
  never,
  PATHS,
  prepareFor,
  type ReferenceDecision,
  toldOf,
  USER,
} from "./asking.ts";
import { baseConfiguration, keyOf, PARAMETERS, PLANTED, type PlantedChange } from "./configurations.ts";
import { DEFINITION, mixedRequests } from "./requests.ts";
import { ENDPOINTS } from "./webhooks.ts";

const { values: flags } = parseArgs({
  options: {
    dist: { type: "string" },
    requests: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});

const dir = mkdtempSync(join(tmpdir(), "sallyport-replay-"));
const auditLog = join(dir, "audit.log");
const etcdProgram = newestEtcd();
if (etcdProgram === undefined) throw new Error("there is no etcd here");
const etcd = await startEtcd(etcdProgram);
const barrier = await startHooks();
const webhooks = await serveWebhooks(ENDPOINTS, { tls: "self-signed" });
const hooks = { url: webhooks.url, caBundle: webhooks.caBundle ?? "" };
const policy = join(dir, "policy.json");
writeFileSync(policy, AUDIT_POLICY);
const reference = await startReference(etcd.endpoint, { flags: auditedFlags(policy, auditLog) });
const api = new Connection(reference.port, CONNECTIONS);
const requests = mixedRequests(Number(flags.requests), flags.seed);
let failures = 0;
/**
 * Sends each configuration's requests to the reference as dry runs, and at the end as real requests; then decides the
 * same requests from its log.
 */
async function run(): Promise<void> {
  await prepareFor(api, requests, PARAMETERS);
  const prepared = statSync(auditLog).size;
  const base = baseConfiguration(hooks);
  const planted = PLANTED.filter(({ name }) => name.includes(flags.only));
  const decidedByReference = new Map<PlantedChange, ReferenceDecision[]>();
  let current = new Map(PARAMETERS.map((object) => [keyOf(object), object]));
  for (const change of planted) {
    const changed = new Map(base);
    change.apply(changed, hooks);
    await configure(current, changed);
    current = changed;
    decidedByReference.set(change, await decideAll("?dryRun=All"));
  }
  await configure(current, base);
  const before = await decideAll("?dryRun=All");
  const from = statSync(auditLog).size;
  const inEarnest = await decideAll("");
  check("a dry run is decided as in earnest", changedBetween(before, inEarnest), new Set());
  const recording = await record(prepared, from);
  await compareAll(recording, { base, planted, before, decidedByReference });
}

async function configure(
  from: ReadonlyMap<string, JsonObject>,
  to: ReadonlyMap<string, JsonObject>,
): Promise<void> {
  for (const [key, object] of from)
    if (JSON.stringify(to.get(key)) !== JSON.stringify(object))
      await api.send({ method: "DELETE", path: pathOf(object), headers: ADMIN, body: undefined });
  for (const [key, object] of to)
    if (JSON.stringify(from.get(key)) !== JSON.stringify(object))
      await created(api, PATHS[String(object.kind)] ?? "", object);
  await settle("policies", api, barrier.reference);
  await settle("webhooks", api, barrier.reference);
}

const pathOf = (object: JsonObject): string => `${PATHS[String(object.kind)]}/${keyOf(object).split("/")[1]}`;

const decideAll = async (dryRun: string): Promise<ReferenceDecision[]> =>
  (await askAll(api, requests, dryRun)).map(decisionOf);

/** Numbers of the requests that are decided differently. */
function changedBetween(
  before: readonly ReferenceDecision[],
  now: readonly ReferenceDecision[],
): Set<number> {
  return new Set(requests.map((_, n) => n).filter((n) => told(before[n], n) !== told(now[n], n)));
}

const told = (decision: ReferenceDecision | undefined, n: number): string =>
  toldOf(decision ?? never(), requests[n] ?? never());

/**
 * Makes a recording of the audit log in two files with misleading names: the preparation, compressed, and the actual
 * requests.
 */
async function record(prepared: number, from: number): Promise<string> {
  const first = join(dir, "audit-2.log");
  const second = join(dir, "audit-1.log.gz");
  writeFileSync(first, piece(from, statSync(auditLog).size));
  writeFileSync(second, gzipSync(piece(0, prepared)));
  const counts = noCounts();
  const writer = recordingWriter("audit-log", createMasker());
  const lines = [writer.header()];
  for await (const request of readAuditLogs([first, second], counts))
    if (request.user.username === USER) lines.push(writer.line(request));
  const file = join(dir, "recording.jsonl.gz");
  writeFileSync(file, gzipSync(lines.join("")));
  console.log(`recorded ${lines.length - 1} of ${requests.length} requests; ${JSON.stringify(counts)}`);
  if (lines.length - 1 !== requests.length) failures += 1;
  return file;
}

function piece(from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  const file = openSync(auditLog, "r");
  for (let at = 0; at < bytes.length; ) at += readSync(file, bytes, at, bytes.length - at, from + at);
  closeSync(file);
  return bytes;
}

interface Asked {
  readonly base: ReadonlyMap<string, JsonObject>;
  readonly planted: readonly PlantedChange[];
  readonly before: readonly ReferenceDecision[];
  readonly decidedByReference: ReadonlyMap<PlantedChange, readonly ReferenceDecision[]>;
}

async function compareAll(file: string, { base, planted, before, decidedByReference }: Asked): Promise<void> {
  const called = await serverOf(base, true);
  const assumed = await serverOf(base, false);
  check("the same configurations, webhooks called", await changedInReplay(file, called), new Set());
  check("the same configurations, webhooks as recorded", await changedInReplay(file, assumed), new Set());
  await assumed.close();
  for (const change of planted) {
    const changed = new Map(base);
    change.apply(changed, hooks);
    const now = await serverOf(changed, true);
    const wanted = changedBetween(before, decidedByReference.get(change) ?? []);
    if (wanted.size === 0) {
      failures += 1;
      console.log(`FAILED ${change.name}: it changes nothing, and so shows nothing`);
    }
    check(change.name, await changedInReplay(file, now), wanted);
    check(`${change.name}, against the old ones`, await changedInReplay(file, now, called), wanted);
    await now.close();
  }
  await called.close();
}

function serverOf(configuration: ReadonlyMap<string, JsonObject>, call: boolean): Promise<ReplayServer> {
  const manifests: Manifest[] = [DEFINITION, ...configuration.values()].map((object) => ({
    object,
    line: () => keyOf(object),
  }));
  return startReplayServer({ manifests, ...(call && { answering: { call: { services: new Map() } } }) });
}

async function changedInReplay(
  file: string,
  now: ReplayServer,
  before?: ReplayServer,
): Promise<Map<number, string>> {
  const { requests: recorded } = await openRecording(file);
  const counts = noReplayCounts();
  const found = new Map<number, string>();
  for await (const { kind, request, cause, now: side } of changedDecisions(
    { requests: recorded, now, ...(before && { before }) },
    counts,
  ))
    if (kind !== "slower")
      found.set(
        numberOf(request),
        `${kind}: ${cause.text}: ${side.code} ${side.message} ${side.differs.join(" ")}`,
      );
  if (counts.undecided.size > 0 || now.problems.length > 0) {
    failures += 1;
    console.log(
      `  undecided: ${JSON.stringify([...counts.undecided])}, refused: ${JSON.stringify(now.problems)}`,
    );
  }
  return found;
}

const numberOf = ({ id }: RecordedRequest): number => Number(id.slice("mixed-".length));

const MOST_SHOWN = 2;

function check(
  name: string,
  found: ReadonlySet<number> | ReadonlyMap<number, string>,
  wanted: ReadonlySet<number>,
): void {
  const missing = [...wanted].filter((n) => !found.has(n));
  const more = [...found.keys()].filter((n) => !wanted.has(n));
  const ok = missing.length + more.length === 0;
  console.log(
    `${ok ? "ok    " : "FAILED"} ${name}: ${wanted.size} of ${requests.length} are decided differently`,
  );
  if (ok) return;
  failures += 1;
  for (const n of missing.slice(0, MOST_SHOWN)) console.log(`  not found: ${JSON.stringify(requests[n])}`);
  for (const n of more.slice(0, MOST_SHOWN))
    console.log(
      `  found, and not so: ${JSON.stringify(requests[n])}: ${found instanceof Map ? found.get(n) : ""}`,
    );
}

try {
  await run();
} finally {
  await api.close();
  await reference.stop();
  await etcd.stop();
  await webhooks.close();
  barrier.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
