// npm run compare -- replay: see scripts/compare/replay.mjs.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import type { Manifest } from "../../src/explain/offline/manifests.ts";
import { parseJson } from "../../src/json/parse/parse.ts";
import { isJsonObject, type JsonObject } from "../../src/json/value.ts";
import { noCounts } from "../../src/recording/audit-log/audit-counts.ts";
import { readAuditLogs } from "../../src/recording/audit-log/read-audit-logs.ts";
import { createMasker } from "../../src/recording/mask/masker.ts";
import { openRecording } from "../../src/recording/read-recording.ts";
import type { RecordedRequest } from "../../src/recording/recording.ts";
import { recordingWriter } from "../../src/recording/write-recording.ts";
import { changedDecisions, noReplayCounts } from "../../src/replay/changed-decisions.ts";
import { type ReplayServer, startReplayServer } from "../../src/replay/replay-server.ts";
import { stableMessage } from "../../src/replay/stable-message.ts";
import { stableResult } from "../../src/replay/stable-result.ts";
import { serveWebhooks } from "../../src/webhook/index.ts";
import { Connection, type Reply } from "../../tools/differential/connection.ts";
import { startHooks } from "../../tools/differential/hooks/hook-server.ts";
import { settle } from "../../tools/differential/hooks/settle.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { startReference } from "../process/reference.mjs";
import { baseConfiguration, keyOf, PARAMETERS, PLANTED, type PlantedChange } from "./configurations.ts";
import { DEFINITION, type MixedRequest, mixedRequests, NAMESPACES } from "./requests.ts";
import { ENDPOINTS } from "./webhooks.ts";

const { values: flags } = parseArgs({
  options: {
    dist: { type: "string" },
    requests: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});

const CONNECTIONS = 8;
const ADMIN = { authorization: "Bearer admin-token", "content-type": "application/json" };
const USER = "mixer";
const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
const PATHS: Readonly<Record<string, string>> = {
  Namespace: "/api/v1/namespaces",
  ConfigMap: "/api/v1/namespaces/default/configmaps",
  CustomResourceDefinition: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  ValidatingAdmissionPolicy: `${REGISTRATION}/validatingadmissionpolicies`,
  ValidatingAdmissionPolicyBinding: `${REGISTRATION}/validatingadmissionpolicybindings`,
  MutatingAdmissionPolicy: `${REGISTRATION}/mutatingadmissionpolicies`,
  MutatingAdmissionPolicyBinding: `${REGISTRATION}/mutatingadmissionpolicybindings`,
  ValidatingWebhookConfiguration: `${REGISTRATION}/validatingwebhookconfigurations`,
  MutatingWebhookConfiguration: `${REGISTRATION}/mutatingwebhookconfigurations`,
};

const dir = mkdtempSync(join(tmpdir(), "sallyport-replay-"));
const auditLog = join(dir, "audit.log");
const etcdProgram = newestEtcd();
if (etcdProgram === undefined) throw new Error("there is no etcd here");
const etcd = await startEtcd(etcdProgram);
const barrier = await startHooks();
const webhooks = await serveWebhooks(ENDPOINTS, { tls: "self-signed" });
const hooks = { url: webhooks.url, caBundle: webhooks.caBundle ?? "" };
writeFileSync(
  join(dir, "policy.json"),
  JSON.stringify({
    apiVersion: "audit.k8s.io/v1",
    kind: "Policy",
    omitStages: ["RequestReceived"],
    rules: [{ level: "RequestResponse" }],
  }),
);
const reference = await startReference(etcd.endpoint, {
  flags: [
    "--service-cluster-ip-range=10.0.0.0/16",
    "--enable-priority-and-fairness=false",
    "--max-mutating-requests-inflight=0",
    `--audit-policy-file=${join(dir, "policy.json")}`,
    `--audit-log-path=${auditLog}`,
  ],
});
const api = new Connection(reference.port, CONNECTIONS);
const requests = mixedRequests(Number(flags.requests), flags.seed);
let failures = 0;
/**
 * Sends each configuration's requests to the reference as dry runs, and at the end as real requests; then decides the
 * same requests from its log.
 */
async function run(): Promise<void> {
  await prepare();
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
    decidedByReference.set(change, await askAll("?dryRun=All"));
  }
  await configure(current, base);
  const before = await askAll("?dryRun=All");
  const from = statSync(auditLog).size;
  const inEarnest = await askAll("");
  check("a dry run is decided as in earnest", changedBetween(before, inEarnest), new Set());
  const recording = await record(prepared, from);
  await compareAll(recording, { base, planted, before, decidedByReference });
}

async function prepare(): Promise<void> {
  for (const object of [...NAMESPACES, DEFINITION, ...PARAMETERS])
    await created(PATHS[String(object.kind ?? "Namespace")] ?? "", object);
  await untilServed("/apis/example.com/v1/namespaces/shop/widgets");
  const objects = requests.flatMap(({ before }) => before);
  await inLanes(objects.length, (n) => {
    const { collection, object } = objects[n] ?? never();
    return created(collection, object);
  });
}

async function created(path: string, object: JsonObject): Promise<void> {
  const {
    status,
    text,
    error = "",
  } = await api.send({ method: "POST", path, headers: ADMIN, body: JSON.stringify(object) });
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}${error}`);
}

async function untilServed(path: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await api.send({ method: "GET", path, headers: ADMIN, body: undefined })).status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path} is not served`);
}

async function inLanes(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
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
      await created(PATHS[String(object.kind)] ?? "", object);
  await settle("policies", api, barrier.reference);
  await settle("webhooks", api, barrier.reference);
}

const pathOf = (object: JsonObject): string => `${PATHS[String(object.kind)]}/${keyOf(object).split("/")[1]}`;

interface ReferenceDecision {
  readonly status: number;
  readonly body: JsonObject;
}

async function askAll(dryRun: string): Promise<ReferenceDecision[]> {
  const decisions: ReferenceDecision[] = [];
  await inLanes(requests.length, async (n) => {
    decisions[n] = decisionOf(await ask(requests[n] ?? never(), n, dryRun));
  });
  return decisions;
}

function ask(
  { method, path, contentType, body: given }: MixedRequest,
  n: number,
  dryRun: string,
): Promise<Reply> {
  // The options of a deletion are in its body, if it has one, and nowhere else.
  const body =
    method === "DELETE" && given !== undefined && dryRun !== "" ? { ...given, dryRun: ["All"] } : given;
  const query = dryRun === "" || !path.includes("?") ? dryRun : dryRun.replace("?", "&");
  const headers = {
    ...ADMIN,
    "content-type": contentType,
    "impersonate-user": USER,
    "impersonate-group": "system:masters",
    "audit-id": idOf(n),
  };
  return api.send({
    method,
    path: `${path}${query}`,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

const idOf = (n: number): string => `mixed-${n}`;
const never = (): never => {
  throw new Error("there is no such request");
};

function decisionOf({ status, text, error }: Reply): ReferenceDecision {
  if (status === 0) throw new Error(`the reference does not answer: ${error}`);
  const body = parseJson(text);
  return { status, body: isJsonObject(body) ? body : {} };
}

/** Numbers of the requests that are decided differently. */
function changedBetween(
  before: readonly ReferenceDecision[],
  now: readonly ReferenceDecision[],
): Set<number> {
  return new Set(requests.map((_, n) => n).filter((n) => told(before[n], n) !== told(now[n], n)));
}

function told(decision: ReferenceDecision | undefined, n: number): string {
  const { status, body } = decision ?? never();
  const request = requests[n] ?? never();
  if (status >= 400)
    return `${status} ${stableMessage(String(body.message), isJsonObject(request.body) ? request.body : null)}`;
  const [, , , , , , , subresource = ""] = request.path.startsWith("/apis")
    ? request.path.split("/")
    : `/x${request.path}`.split("/");
  if (request.method === "DELETE" || body.kind === "Status" || !isJsonObject(body.metadata)) return "allowed";
  return `allowed ${sorted(stableResult(body, subresource.split("?")[0] ?? ""))}`;
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, one) =>
    isJsonObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );

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
