import type { Step } from "../case.ts";
import { AUDITOR } from "./policy.ts";

type Sent = Omit<Step, "name">;

const CORE = "/api/v1/namespaces/{{ns}}";
const MAPS = `${CORE}/configmaps`;
const DEPLOYMENTS = "/apis/apps/v1/namespaces/{{ns}}/deployments";
const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
const TYPE = {
  json: { "content-type": "application/json-patch+json" },
  merge: { "content-type": "application/merge-patch+json" },
  strategic: { "content-type": "application/strategic-merge-patch+json" },
  apply: { "content-type": "application/apply-patch+yaml" },
};
const PROTOBUF = { accept: "application/vnd.kubernetes.protobuf" };
const as = (kind: string): Record<string, string> => ({
  accept: `application/json;as=${kind};g=meta.k8s.io;v=v1`,
});
const DRY = [["dryRun", "All"]] as const;

const get = (path: string, headers: Sent["headers"] = {}, query: Sent["query"] = []): Sent => ({
  method: "GET",
  path,
  headers,
  query,
});
const send = (method: string, path: string, body: Sent["body"], more: Partial<Sent> = {}): Sent => ({
  method,
  path,
  ...(body === undefined ? {} : { body }),
  ...more,
});
const watch = (path: string, more: Partial<Sent> = {}): Sent => ({
  method: "GET",
  path,
  watch: { events: 50 },
  ...more,
  query: [["watch", "true"], ["timeoutSeconds", "1"], ...(more.query ?? [])],
});

const MAP = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "b-{{id}}" }, data: { k: "v" } };
const TEMPLATE = {
  metadata: { labels: { app: "{{id}}" } },
  spec: { containers: [{ name: "c", image: "i" }] },
};
const REVIEWS = "/apis/authorization.k8s.io/v1";

/** Objects of the requests. The account is the same in all cases, so that a policy can name it. */
export const FIXTURES: readonly Sent[] = [
  send("POST", ACCOUNTS, { metadata: { name: AUDITOR } }),
  get(`${ACCOUNTS}/${AUDITOR}`),
  send("POST", MAPS, { metadata: { name: "a-{{id}}", labels: { l: "{{id}}" } }, data: { k: "v" } }),
  send("POST", `${CORE}/pods`, { metadata: { name: "a-{{id}}" }, spec: TEMPLATE.spec }),
  send("POST", DEPLOYMENTS, {
    metadata: { name: "a-{{id}}" },
    spec: { replicas: 1, selector: { matchLabels: { app: "{{id}}" } }, template: TEMPLATE },
  }),
];

export const TOKEN: Sent = send("POST", `${ACCOUNTS}/${AUDITOR}/token`, { spec: {} });

const READS: readonly Sent[] = [
  get(`${MAPS}/a-{{id}}`),
  get(`${MAPS}/a-{{id}}`, PROTOBUF),
  get(`${MAPS}/a-{{id}}`, { accept: "application/yaml" }),
  get(`${MAPS}/a-{{id}}`, as("Table")),
  get(`${MAPS}/a-{{id}}`, as("PartialObjectMetadata")),
  get(`${MAPS}/none`),
  get(`${CORE}/pods`, as("Table"), [["includeObject", "Object"]]),
  get(MAPS, {}, [["labelSelector", "l={{id}}"]]),
  get(MAPS, as("Table"), [["labelSelector", "l={{id}}"]]),
  get(MAPS, as("Table"), [
    ["labelSelector", "l={{id}}"],
    ["includeObject", "Object"],
  ]),
  get(MAPS, as("Table"), [
    ["labelSelector", "l={{id}}"],
    ["includeObject", "None"],
  ]),
  get(MAPS, as("PartialObjectMetadataList"), [["labelSelector", "l={{id}}"]]),
  get(MAPS, PROTOBUF, [["labelSelector", "l={{id}}"]]),
  get(MAPS, {}, [["labelSelector", "a b"]]),
  get(MAPS, {}, [["fieldSelector", "metadata.name=a-{{id}}"]]),
  get(MAPS, {}, [["resourceVersion", "x"]]),
  get(MAPS, { accept: "text/none" }),
  get("/api/v1/configmaps", {}, [["fieldSelector", "metadata.name=a-{{id}}"]]),
  get("/api/v1/namespaces/default"),
  get(`${DEPLOYMENTS}/a-{{id}}/scale`),
  get(`${CORE}/pods/a-{{id}}/log`),
  get(`${CORE}/pods/a-{{id}}/status`),
  get("/apis/nothing.example.com/v1/namespaces/default/things/a"),
  get(`${CORE}/nothings/a`),
  get(`${ACCOUNTS}/${AUDITOR}`),
  watch(MAPS, { query: [["fieldSelector", "metadata.name=a-{{id}}"]] }),
  watch(MAPS, { query: [["fieldSelector", "metadata.name=a-{{id}}"]], headers: as("Table") }),
  watch(MAPS, { query: [["resourceVersion", "x"]] }),
  watch(`/api/v1/watch/namespaces/{{ns}}/configmaps/a-{{id}}`),
];

const WRITES: readonly Sent[] = [
  send("POST", MAPS, MAP),
  send("POST", MAPS, MAP, { query: DRY }),
  send("POST", MAPS, MAP, { encoding: "yaml", headers: { "content-type": "application/yaml" } }),
  send("POST", MAPS, MAP, { headers: PROTOBUF }),
  send("POST", MAPS, MAP, { headers: as("Table") }),
  send("POST", MAPS, { ...MAP, metadata: { generateName: "g-" } }),
  send("POST", MAPS, { ...MAP, metadata: { name: "A b" } }),
  send("POST", MAPS, { ...MAP, data: { k: 1 } }),
  send("POST", MAPS, { ...MAP, metadata: { name: "x", namespace: "other" } }),
  send("POST", MAPS, { ...MAP, other: 1 }, { query: [["fieldValidation", "Strict"]] }),
  send("POST", MAPS, { ...MAP, other: 1 }, { query: [["fieldValidation", "Warn"]] }),
  send("POST", MAPS, { apiVersion: "v1", kind: "Secret", metadata: { name: "x" } }),
  send("POST", MAPS, MAP, { query: [["dryRun", "Some"]] }),
  send("POST", MAPS, undefined, { text: "{", headers: { "content-type": "application/json" } }),
  send("POST", MAPS, undefined, { text: "x", headers: { "content-type": "text/none" } }),
  send("PUT", `${MAPS}/a-{{id}}`, { ...MAP, metadata: { name: "a-{{id}}", labels: { l: "{{id}}" } } }),
  send("PUT", `${MAPS}/a-{{id}}`, MAP),
  send("PUT", `${MAPS}/a-{{id}}`, { ...MAP, metadata: { name: "a-{{id}}", resourceVersion: "1" } }),
  send("PATCH", `${MAPS}/a-{{id}}`, { data: { m: "1" } }, { headers: TYPE.merge }),
  send("PATCH", `${MAPS}/a-{{id}}`, { data: { s: "1" } }, { headers: TYPE.strategic, query: DRY }),
  send("PATCH", `${MAPS}/a-{{id}}`, [{ op: "add", path: "/data/j", value: "1" }], { headers: TYPE.json }),
  send("PATCH", `${MAPS}/a-{{id}}`, [{ op: "test", path: "/data/j", value: "2" }], { headers: TYPE.json }),
  send("PATCH", `${MAPS}/a-{{id}}`, [], { headers: { "content-type": "text/none" } }),
  send("PATCH", `${MAPS}/none`, { data: { m: "1" } }, { headers: TYPE.merge }),
  send(
    "PATCH",
    `${MAPS}/c-{{id}}`,
    { ...MAP, metadata: { name: "c-{{id}}" } },
    { headers: TYPE.apply, query: [["fieldManager", "m"]] },
  ),
  send(
    "PATCH",
    `${MAPS}/c-{{id}}`,
    { ...MAP, metadata: { name: "c-{{id}}" } },
    { headers: TYPE.apply, encoding: "yaml", query: [["fieldManager", "m"]] },
  ),
  send("PATCH", `${MAPS}/c-{{id}}`, { ...MAP, metadata: { name: "c-{{id}}" } }, { headers: TYPE.apply }),
  send("PUT", `${DEPLOYMENTS}/a-{{id}}/scale`, { metadata: { name: "a-{{id}}" }, spec: { replicas: 2 } }),
  send("PATCH", `${DEPLOYMENTS}/a-{{id}}/scale`, { spec: { replicas: 3 } }, { headers: TYPE.merge }),
  send("PATCH", `${DEPLOYMENTS}/a-{{id}}/status`, { status: { replicas: 3 } }, { headers: TYPE.strategic }),
  send("PATCH", `${CORE}/pods/a-{{id}}`, { metadata: { labels: { a: "b" } } }, { headers: TYPE.strategic }),
  send("POST", `${CORE}/pods/a-{{id}}/binding`, { target: { kind: "Node", name: "n" } }),
  send("POST", `${CORE}/pods/a-{{id}}/eviction`, { metadata: { name: "a-{{id}}" } }, { query: DRY }),
  send("POST", `${CORE}/pods/a-{{id}}/exec`, undefined, { query: [["command", "x"]] }),
  send("POST", `${CORE}/bindings`, { metadata: { name: "none" }, target: { kind: "Node", name: "n" } }),
  TOKEN,
  send("POST", `${ACCOUNTS}/none/token`, { spec: {} }),
  send("POST", `${ACCOUNTS}/${AUDITOR}/token`, { spec: { expirationSeconds: 1 } }),
  send("DELETE", `${MAPS}/c-{{id}}`, undefined),
  send("DELETE", `${MAPS}/c-{{id}}`, { propagationPolicy: "Background" }),
  send("DELETE", `${MAPS}/c-{{id}}`, { kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] }),
  send("DELETE", `${MAPS}/c-{{id}}`, { preconditions: { uid: "u" } }),
  send("DELETE", `${MAPS}/c-{{id}}`, { propagationPolicy: "None" }),
  send("DELETE", `${MAPS}/none`, undefined, { query: [["gracePeriodSeconds", "5"]] }),
  send("DELETE", `${CORE}/pods/a-{{id}}`, undefined, { query: DRY }),
  send("DELETE", MAPS, undefined, { query: [["labelSelector", "l={{id}}"]] }),
  send("DELETE", MAPS, { gracePeriodSeconds: 1 }, { query: [["labelSelector", "l=none"]] }),
  send("DELETE", MAPS, { dryRun: ["All"] }, { query: [["labelSelector", "l={{id}}"]], headers: as("Table") }),
];

const OTHERS: readonly Sent[] = [
  send("POST", `${REVIEWS}/subjectaccessreviews`, {
    spec: { user: "u", resourceAttributes: { verb: "get", resource: "pods" } },
  }),
  send("POST", `${REVIEWS}/selfsubjectaccessreviews`, {
    spec: { nonResourceAttributes: { verb: "get", path: "/x" } },
  }),
  send("POST", `${REVIEWS}/namespaces/{{ns}}/localsubjectaccessreviews`, { spec: {} }),
  send("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {}),
  send("POST", "/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token: "x" } }),
  ...[
    "/version",
    "/healthz",
    "/healthz/ping",
    "/api",
    "/api/v1",
    "/apis/apps",
    "/nope",
    "/readyz/ping",
    "/apis//x",
  ].map((path) => get(path)),
  send("HEAD", "/version", undefined),
  send("OPTIONS", "/version", undefined),
  send("POST", "/version", {}),
  send("HEAD", `${MAPS}/a-{{id}}`, undefined),
  send("OPTIONS", `${MAPS}/a-{{id}}`, undefined),
  send("POST", `${MAPS}/a-{{id}}`, {}),
  send("PUT", MAPS, {}),
  get("/api/v1/nodes/none/proxy/x"),
  get(`${CORE}/services/none/proxy/x`),
  send("POST", `${CORE}/pods/none:80/proxy/x/y`, { a: 1 }),
];

/** Everything that one request of a case may be. */
export const REQUESTS: readonly Sent[] = [...READS, ...WRITES, ...OTHERS];
