import type { JsonObject } from "../../../src/json/value.ts";
import type { Connection, Outgoing } from "../connection.ts";
import type { HookSide } from "./hook-server.ts";

export type Settled = "webhooks" | "policies";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
/** An emulated version may not have it. */
const MUTATING = `${REGISTRATION}/mutatingadmissionpolicies`;
const CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
const PATIENCE_MS = 60_000;
let next = 0;

/**
 * Waits until all earlier registrations are in effect: registers one more, whose effect is visible, and sends
 * requests until it shows. In kube-apiserver, registrations of one kind take effect in their order, some time after
 * they are written.
 */
export async function settle(what: Settled, connection: Connection, hooks: HookSide): Promise<void> {
  const id = `b${(next++).toString(36).padStart(5, "0")}`;
  hooks.expect(id, { deny: [{ text: DENIED }] });
  if (what === "policies") await keepParams(connection);
  const made = what === "webhooks" ? webhooksOf(id, hooks) : policiesOf(id);
  const unserved = new Set<string>();
  for (const [path, body] of made)
    if ((await connection.send(sent("POST", path, body))).status === 404) unserved.add(path);
  const labels = what === "webhooks" ? ["m", "v"] : unserved.has(MUTATING) ? ["vp"] : ["mp", "vp"];
  for (const label of labels) await untilDenied(connection, id, label);
  for (const [path, body] of made)
    await connection.send(sent("DELETE", `${path}/${(body.metadata as JsonObject).name}`));
  hooks.forget(id);
}

const keeping = new WeakSet<Connection>();

/**
 * kube-apiserver ends to watch a kind of parameters with the last bound policy that has it, and does not begin again: so
 * one policy of each sort stays, with a binding.
 */
async function keepParams(connection: Connection): Promise<void> {
  if (keeping.has(connection)) return;
  keeping.add(connection);
  const rule = { ...RULE, resources: ["nothing"] };
  for (const [apiVersion, kind] of PARAM_KINDS)
    await keepKind(connection, { apiVersion, kind }, { resourceRules: [rule] });
}

/** Kinds of parameters in the policies of cases. */
const PARAM_KINDS = [
  ["v1", "ConfigMap"],
  ["v1", "Secret"],
  ["v1", "ServiceAccount"],
  ["autoscaling/v1", "HorizontalPodAutoscaler"],
  ["rbac.authorization.k8s.io/v1", "ClusterRole"],
] as const;

async function keepKind(
  connection: Connection,
  paramKind: { readonly apiVersion: string; readonly kind: string },
  matchConstraints: JsonObject,
): Promise<void> {
  const metadata = { name: `a-barrier-${paramKind.kind.toLowerCase()}` };
  const spec = { paramKind, matchConstraints };
  const mutations = [
    { patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 'test', path: '/x'}]" } },
  ];
  const mutating = { ...spec, mutations, reinvocationPolicy: "Never" };
  const validating = { ...spec, validations: [{ expression: "true" }] };
  for (const [sort, own] of [
    ["mutating", mutating],
    ["validating", validating],
  ] as const)
    await keepBound(connection, sort, metadata, own);
}

async function keepBound(
  connection: Connection,
  sort: "mutating" | "validating",
  metadata: { readonly name: string },
  spec: JsonObject,
): Promise<void> {
  const actions = sort === "validating" ? { validationActions: ["Deny"] } : {};
  const bound = { policyName: metadata.name, ...actions };
  const policies = `${REGISTRATION}/${sort}admissionpolicies`;
  await connection.send(sent("POST", policies, { metadata, spec }));
  await connection.send(
    sent("POST", `${REGISTRATION}/${sort}admissionpolicybindings`, { metadata, spec: bound }),
  );
}

const DENIED = JSON.stringify({
  apiVersion: "{{version}}",
  kind: "AdmissionReview",
  response: { uid: "{{uid}}", allowed: false, status: { message: "in effect" } },
});

async function untilDenied(connection: Connection, id: string, label: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  let last = "";
  const body = { metadata: { name: id, labels: { barrier: `${id}-${label}` } } };
  for (let wait = 10; Date.now() < until; wait = Math.min(wait * 2, 100)) {
    const { text } = await connection.send(sent("POST", `${CONFIGMAPS}?dryRun=All`, body));
    if (text.includes("in effect")) return;
    last = text;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  throw new Error(`what was registered does not come into effect: ${label}: ${last}`);
}

const RULE = { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE"] };

/** Their names are sorted before all others, so that no other webhook can refuse before them. */
function webhooksOf(id: string, { url, caBundle }: HookSide): [string, JsonObject][] {
  const webhook = (label: string): JsonObject => ({
    name: "barrier.example.com",
    clientConfig: { url: `${url}/${id}/deny`, caBundle },
    rules: [RULE],
    objectSelector: { matchLabels: { barrier: `${id}-${label}` } },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  });
  const metadata = { name: `a-barrier-${id}` };
  return [
    [`${REGISTRATION}/mutatingwebhookconfigurations`, { metadata, webhooks: [webhook("m")] }],
    [`${REGISTRATION}/validatingwebhookconfigurations`, { metadata, webhooks: [webhook("v")] }],
  ];
}

function policiesOf(id: string): [string, JsonObject][] {
  const metadata = { name: `a-barrier-${id}` };
  const constraints = (label: string): JsonObject => ({
    matchConstraints: {
      resourceRules: [RULE],
      objectSelector: { matchLabels: { barrier: `${id}-${label}` } },
    },
  });
  const expression = "[JSONPatch{op: 'add', path: '/metadata/annotations', value: {'a': 'in effect'}}]";
  const mutation = { patchType: "JSONPatch", jsonPatch: { expression } };
  return [
    [
      MUTATING,
      {
        metadata,
        spec: {
          ...constraints("mp"),
          reinvocationPolicy: "Never",
          failurePolicy: "Fail",
          mutations: [mutation],
        },
      },
    ],
    [`${REGISTRATION}/mutatingadmissionpolicybindings`, { metadata, spec: { policyName: metadata.name } }],
    [
      `${REGISTRATION}/validatingadmissionpolicies`,
      {
        metadata,
        spec: { ...constraints("vp"), validations: [{ expression: "false", message: "in effect" }] },
      },
    ],
    [
      `${REGISTRATION}/validatingadmissionpolicybindings`,
      { metadata, spec: { policyName: metadata.name, validationActions: ["Deny"] } },
    ],
  ];
}

const sent = (method: string, path: string, body?: JsonObject): Outgoing => ({
  method,
  path,
  headers: { authorization: "Bearer admin-token", "content-type": "application/json" },
  body: body === undefined ? undefined : JSON.stringify(body),
});
