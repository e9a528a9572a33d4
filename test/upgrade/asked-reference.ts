import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "../../src/json/parse/parse.ts";
import { isJsonObject, type JsonObject } from "../../src/json/value.ts";
import { stableMessage } from "../../src/replay/stable-message.ts";
import { stableResult } from "../../src/replay/stable-result.ts";
import { Connection, type Reply } from "../../tools/differential/connection.ts";
import { startHooks } from "../../tools/differential/hooks/hook-server.ts";
import { settle } from "../../tools/differential/hooks/settle.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { startReference } from "../process/reference.mjs";
import { keyOf } from "../replay/configurations.ts";
import { DEFINITION, type MixedRequest, NAMESPACES } from "../replay/requests.ts";

/** Answers of one kube-apiserver to all requests. */
export interface AskedReference {
  /** The answers in the form that is compared, by the number of the request. */
  readonly told: readonly string[];
  /** Lines of the audit log: preparation and requests. */
  readonly log: string;
}

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

/** Starts a kube-apiserver, prepares it, and asks it all requests: first as dry runs, then in earnest, for its audit log. */
export async function askReference(
  program: string,
  moreFlags: readonly string[],
  requests: readonly MixedRequest[],
  configuration: ReadonlyMap<string, JsonObject>,
): Promise<AskedReference> {
  const etcdProgram = newestEtcd();
  if (etcdProgram === undefined) throw new Error("there is no etcd here");
  const dir = mkdtempSync(join(tmpdir(), "sallyport-upgrade-"));
  const auditLog = join(dir, "audit.log");
  writeFileSync(
    join(dir, "policy.json"),
    JSON.stringify({
      apiVersion: "audit.k8s.io/v1",
      kind: "Policy",
      omitStages: ["RequestReceived"],
      rules: [{ level: "RequestResponse" }],
    }),
  );
  const etcd = await startEtcd(etcdProgram);
  const barrier = await startHooks();
  try {
    const reference = await startReference(etcd.endpoint, {
      program,
      flags: [
        "--service-cluster-ip-range=10.0.0.0/16",
        "--enable-priority-and-fairness=false",
        "--max-mutating-requests-inflight=0",
        `--audit-policy-file=${join(dir, "policy.json")}`,
        `--audit-log-path=${auditLog}`,
        ...moreFlags,
      ],
    });
    const api = new Connection(reference.port, CONNECTIONS);
    try {
      await prepare(api, requests, configuration);
      await settle("policies", api, barrier.reference);
      await settle("webhooks", api, barrier.reference);
      const prepared = readFileSync(auditLog).length;
      const replies = await askAll(api, requests, "?dryRun=All");
      const dry = readFileSync(auditLog).length;
      await askAll(api, requests, "");
      const log = readFileSync(auditLog);
      return {
        told: replies.map((reply, n) => toldOf(reply, requests[n] ?? never())),
        log: Buffer.concat([log.subarray(0, prepared), log.subarray(dry)]).toString(),
      };
    } finally {
      await api.close();
      await reference.stop();
    }
  } finally {
    await etcd.stop();
    barrier.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function prepare(
  api: Connection,
  requests: readonly MixedRequest[],
  configuration: ReadonlyMap<string, JsonObject>,
): Promise<void> {
  const create = (path: string, object: JsonObject): Promise<void> => created(api, path, object);
  for (const object of [...NAMESPACES, DEFINITION])
    await create(PATHS[String(object.kind ?? "Namespace")] ?? "", object);
  await untilServed(api, "/apis/example.com/v1/namespaces/shop/widgets");
  const objects = requests.flatMap(({ before }) => before);
  await inLanes(objects.length, async (n) => {
    const { collection, object } = objects[n] ?? never();
    await create(collection, object);
  });
  for (const object of configuration.values())
    await create(PATHS[String(object.kind)] ?? keyOf(object), object);
}

async function created(api: Connection, path: string, object: JsonObject): Promise<void> {
  const body = JSON.stringify(object);
  const { status, text, error = "" } = await api.send({ method: "POST", path, headers: ADMIN, body });
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}${error}`);
}

async function untilServed(api: Connection, path: string): Promise<void> {
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

async function askAll(api: Connection, requests: readonly MixedRequest[], dryRun: string): Promise<Reply[]> {
  const replies: Reply[] = [];
  await inLanes(requests.length, async (n) => {
    replies[n] = await ask(api, requests[n] ?? never(), n, dryRun);
  });
  return replies;
}

/** Id of a request in the audit log and in reports. */
export const idOf = (n: number): string => `mixed-${n}`;

function ask(
  api: Connection,
  { method, path, contentType, body: given }: MixedRequest,
  n: number,
  dryRun: string,
): Promise<Reply> {
  // The options of a deletion are in its body, if it has one, and nowhere else.
  const body =
    method === "DELETE" && given !== undefined && dryRun !== "" ? { ...given, dryRun: ["All"] } : given;
  const query = dryRun === "" || !path.includes("?") ? dryRun : dryRun.replace("?", "&");
  return api.send({
    method,
    path: `${path}${query}`,
    headers: {
      ...ADMIN,
      "content-type": contentType,
      "user-agent": `agent-${n % 3}/v1 (linux)`,
      "impersonate-user": USER,
      "impersonate-group": "system:masters",
      "audit-id": idOf(n),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

const never = (): never => {
  throw new Error("there is no such request");
};

/** The part of an answer that depends on the decision: status, message, object with its generation, warnings. */
function toldOf({ status, text, error, headers }: Reply, request: MixedRequest): string {
  if (status === 0) throw new Error(`kube-apiserver does not answer: ${error}`);
  const parsed = parseJson(text);
  const body = isJsonObject(parsed) ? parsed : {};
  const warnings = [headers.warning ?? []].flat().join(" ");
  if (status >= 400)
    return `${status} ${stableMessage(String(body.message), isJsonObject(request.body) ? request.body : null)} ${warnings}`;
  const [, , , , , , , subresource = ""] = request.path.startsWith("/apis")
    ? request.path.split("/")
    : `/x${request.path}`.split("/");
  if (request.method === "DELETE" || body.kind === "Status" || !isJsonObject(body.metadata))
    return `allowed ${warnings}`;
  const generation = String(body.metadata.generation);
  return `allowed ${sorted(stableResult(body, subresource.split("?")[0] ?? ""))} ${generation} ${warnings}`;
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, one) =>
    isJsonObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
