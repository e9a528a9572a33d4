// Requests to kube-apiserver that `npm run compare -- replay` and `-- upgrade` share.
import { parseJson } from "../../src/json/parse/parse.ts";
import { isJsonObject, type JsonObject } from "../../src/json/value.ts";
import { stableMessage } from "../../src/replay/stable-message.ts";
import { stableResult } from "../../src/replay/stable-result.ts";
import type { Connection, Reply } from "../../tools/differential/connection.ts";
import { DEFINITION, type MixedRequest, NAMESPACES } from "./requests.ts";

export const CONNECTIONS = 8;
export const ADMIN = { authorization: "Bearer admin-token", "content-type": "application/json" };
export const USER = "mixer";
const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";

/** Paths of collections, by kind. */
export const PATHS: Readonly<Record<string, string>> = {
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

/** Flags of kube-apiserver for many requests, with an audit log of all responses. */
export function auditedFlags(policy: string, auditLog: string): string[] {
  return [
    "--service-cluster-ip-range=10.0.0.0/16",
    "--enable-priority-and-fairness=false",
    "--max-mutating-requests-inflight=0",
    `--audit-policy-file=${policy}`,
    `--audit-log-path=${auditLog}`,
  ];
}

export const AUDIT_POLICY = JSON.stringify({
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "RequestResponse" }],
});

/** Creates namespaces, the definition, `more`, and the objects that the requests need. */
export async function prepareFor(
  api: Connection,
  requests: readonly MixedRequest[],
  more: readonly JsonObject[] = [],
): Promise<void> {
  for (const object of [...NAMESPACES, DEFINITION, ...more])
    await created(api, PATHS[String(object.kind ?? "Namespace")] ?? "", object);
  await untilServed(api, "/apis/example.com/v1/namespaces/shop/widgets");
  const objects = requests.flatMap(({ before }) => before);
  await inLanes(objects.length, (n) => {
    const { collection, object } = objects[n] ?? never();
    return created(api, collection, object);
  });
}

export async function created(api: Connection, path: string, object: JsonObject): Promise<void> {
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

/** Asks all requests, several at a time. `headers`: further headers of a request. Returns the replies by number. */
export async function askAll(
  api: Connection,
  requests: readonly MixedRequest[],
  dryRun: string,
  headers: (n: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<Reply[]> {
  const replies: Reply[] = [];
  await inLanes(requests.length, async (n) => {
    replies[n] = await ask(api, requests[n] ?? never(), n, dryRun, headers(n));
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
  more: Readonly<Record<string, string>>,
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
      ...more,
      "content-type": contentType,
      "impersonate-user": USER,
      "impersonate-group": "system:masters",
      "audit-id": idOf(n),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

export const never = (): never => {
  throw new Error("there is no such request");
};

/** The status and the body of a reply. */
export interface ReferenceDecision {
  readonly status: number;
  readonly body: JsonObject;
}

export function decisionOf({ status, text, error }: Reply): ReferenceDecision {
  if (status === 0) throw new Error(`kube-apiserver does not answer: ${error}`);
  const body = parseJson(text);
  return { status, body: isJsonObject(body) ? body : {} };
}

/** The part of an answer that depends on the decision: status and message, or the object. */
export function toldOf({ status, body }: ReferenceDecision, request: MixedRequest): string {
  if (status >= 400)
    return `${status} ${stableMessage(String(body.message), isJsonObject(request.body) ? request.body : null)}`;
  if (!hasObject(body, request)) return "allowed";
  const [, , , , , , , subresource = ""] = request.path.startsWith("/apis")
    ? request.path.split("/")
    : `/x${request.path}`.split("/");
  return `allowed ${sorted(stableResult(body, subresource.split("?")[0] ?? ""))}`;
}

/** True for a reply with the object of the request. */
export const hasObject = (body: JsonObject, { method }: MixedRequest): boolean =>
  method !== "DELETE" && body.kind !== "Status" && isJsonObject(body.metadata);

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, one) =>
    isJsonObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
