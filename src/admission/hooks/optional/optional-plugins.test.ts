import { afterEach, expect, it } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../../test/tools/in-memory-cluster.tool.ts";
import { REAL_TIME } from "../../../async/steady-clock.ts";
import type { JsonObject } from "../../../json/value.ts";
import { createBuiltinPlugins } from "../builtin/builtin-plugins.ts";
import { OPTIONAL_PLUGINS } from "./optional-plugins.ts";

// Responses of kube-apiserver 1.36.3 to the same requests.

/** Time stands still between two requests. */
const STOPPED = { ...REAL_TIME, now: () => 0 };

let api: InMemoryCluster;
afterEach(() => api.stop());

/** Creates a cluster with one more plugin. */
async function startWith(name: string, settings?: JsonObject): Promise<void> {
  const make = await OPTIONAL_PLUGINS.get(name)?.();
  if (make === undefined) throw new Error(`there is no plugin ${name}`);
  const plugin = make(settings && JSON.stringify(settings));
  const lifecycle = createBuiltinPlugins().filter((one) => one.name === "NamespaceLifecycle");
  api = await startInMemoryCluster({ plugins: [...lifecycle, plugin], steadyClock: STOPPED });
}

const within = (namespace: string, plural: string): string => `/api/v1/namespaces/${namespace}/${plural}`;

const namespace = (name: string, annotations: Record<string, string> = {}) =>
  api.ask("POST", "/api/v1/namespaces", { metadata: { name, annotations } });

/** Returns the new pod, or the reason why it was refused. */
async function pod(spec: JsonObject, space = "default", container: JsonObject = {}): Promise<JsonObject> {
  const containers = [{ name: "a", image: "nginx", ...container }];
  const { status, body } = await api.ask("POST", within(space, "pods"), {
    metadata: { name: "p" },
    spec: { containers, ...spec },
  });
  return status === 201 ? (body.spec as JsonObject) : { code: status, message: body.message ?? "" };
}

it("AlwaysDeny refuses everything", async () => {
  const make = await OPTIONAL_PLUGINS.get("AlwaysDeny")?.();
  const refused = await startInMemoryCluster({
    plugins: [make?.(undefined)].flatMap((one) => one ?? []),
  }).then(
    () => "",
    (error: Error) => error.message,
  );
  expect(refused).toContain("admission control is denying all modifications");
  await startWith("NamespaceExists");
});

it("AlwaysPullImages sets the policy of every container and volume", async () => {
  await startWith("AlwaysPullImages");
  const made = await pod(
    {
      initContainers: [{ name: "i", image: "x:1" }],
      volumes: [{ name: "v", image: { reference: "r" } }],
    },
    "default",
    { imagePullPolicy: "Never" },
  );
  expect(made).toMatchObject({
    initContainers: [{ imagePullPolicy: "Always" }],
    containers: [{ imagePullPolicy: "Always" }],
    volumes: [{ image: { pullPolicy: "Always" } }],
  });
});

it("DenyServiceExternalIPs refuses new addresses", async () => {
  await startWith("DenyServiceExternalIPs");
  const service = (spec: JsonObject) =>
    api.ask("POST", within("default", "services"), {
      metadata: { name: "s" },
      spec: { ports: [{ port: 80 }], ...spec },
    });
  expect((await service({ externalIPs: ["1.2.3.4"] })).body.message).toBe(
    'services "s" is forbidden: Use of external IPs is denied by admission control',
  );
  expect((await service({})).status).toBe(201);
});

it("ExtendedResourceToleration tolerates nodes with what the pod requests, by name", async () => {
  await startWith("ExtendedResourceToleration");
  const amounts = { "example.com/b": "1", "example.com/a": "1" };
  const made = await pod({}, "default", {
    resources: { requests: { ...amounts, cpu: "1" }, limits: amounts },
  });
  expect(made.tolerations).toEqual([
    { key: "example.com/a", operator: "Exists", effect: "NoSchedule" },
    { key: "example.com/b", operator: "Exists", effect: "NoSchedule" },
  ]);
});

it("LimitPodHardAntiAffinityTopology allows host names only", async () => {
  await startWith("LimitPodHardAntiAffinityTopology");
  const apart = (topologyKey: string): JsonObject => ({
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: {} }],
      },
    },
  });
  expect((await pod(apart("zone"))).message).toBe(
    'pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
  );
  expect((await pod(apart("kubernetes.io/hostname"))).message).toBeUndefined();
});

it("NamespaceAutoProvision makes namespaces, but not for a dry run", async () => {
  await startWith("NamespaceAutoProvision");
  const map = (space: string, query = "") =>
    api.ask("POST", `${within(space, "configmaps")}${query}`, { metadata: { name: "a" } });
  expect((await map("new", "?dryRun=All")).status).toBe(404);
  expect((await map("new")).status).toBe(201);
  expect((await api.ask("GET", "/api/v1/namespaces/new")).status).toBe(200);
  expect((await map("Bad_Name")).body.message).toContain(
    'configmaps "a" is forbidden: Namespace "Bad_Name" is invalid: metadata.name: Invalid value: "Bad_Name"',
  );
});

it("PodNodeSelector gives pods the selector of their namespace, and holds them to what it allows", async () => {
  await startWith("PodNodeSelector", {
    podNodeSelectorPluginConfig: {
      clusterDefaultNodeSelector: "zone=a",
      limited: "zone=a,env=prod",
      wrong: "a=b=c",
    },
  });
  for (const name of ["limited", "wrong"]) await namespace(name);
  await namespace("own", { "scheduler.alpha.kubernetes.io/node-selector": "disk=ssd" });
  await namespace("unreadable", { "scheduler.alpha.kubernetes.io/node-selector": "disk" });
  const selecting = (nodeSelector: JsonObject, space: string) => pod({ nodeSelector }, space);
  expect((await pod({})).nodeSelector).toEqual({ zone: "a" });
  expect((await selecting({ x: "y" }, "own")).nodeSelector).toEqual({ disk: "ssd", x: "y" });
  expect((await selecting({ disk: "hdd" }, "own")).message).toBe(
    'pods "p" is forbidden: pod node label selector conflicts with its namespace node label selector',
  );
  expect((await selecting({ env: "dev" }, "limited")).message).toBe(
    'pods "p" is forbidden: pod node label selector labels conflict with its namespace whitelist',
  );
  expect(await pod({}, "wrong")).toEqual({ code: 500, message: "invalid selector: [a b c]" });
  expect(await pod({}, "unreadable")).toEqual({ code: 500, message: "invalid selector: [disk]" });
});

it("PodTolerationRestriction merges default tolerations, and refuses what a namespace does not allow", async () => {
  await startWith("PodTolerationRestriction", {
    apiVersion: "podtolerationrestriction.admission.k8s.io/v1alpha1",
    kind: "Configuration",
    default: [{ key: "cluster", operator: "Exists", effect: "NoSchedule" }],
  });
  const prefix = "scheduler.alpha.kubernetes.io/";
  await namespace("own", {
    [`${prefix}defaultTolerations`]: '[{"key":"k","operator":"Equal","value":"v"}]',
    [`${prefix}tolerationsWhitelist`]: '[{"key":"k","operator":"Exists"}]',
  });
  await namespace("unreadable", { [`${prefix}defaultTolerations`]: "{" });
  await namespace("object", { [`${prefix}defaultTolerations`]: "{}" });
  expect((await pod({ tolerations: [{ key: "cluster", operator: "Exists" }] })).tolerations).toEqual([
    { key: "cluster", operator: "Exists" },
  ]);
  expect((await pod({}, "own")).tolerations).toEqual([{ key: "k", operator: "Equal", value: "v" }]);
  expect(await pod({ tolerations: [{ key: "z", operator: "Exists" }] }, "own")).toEqual({
    code: 500,
    message:
      "pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist",
  });
  expect(await pod({}, "unreadable")).toEqual({ code: 500, message: "unexpected end of JSON input" });
  expect(await pod({}, "object")).toEqual({
    code: 500,
    message: "json: cannot unmarshal object into Go value of type []v1.Toleration",
  });
});

it("PodTolerationRestriction reads what a namespace says as Go does", async () => {
  await startWith("PodTolerationRestriction");
  const prefix = "scheduler.alpha.kubernetes.io/";
  const wrong = (what: string, field: string, type: string): string =>
    `json: cannot unmarshal ${what} into Go struct field Toleration.${field} of type ${type}`;
  const cases: [string, string][] = [
    ["true", "json: cannot unmarshal bool into Go value of type []v1.Toleration"],
    ["[1]", "json: cannot unmarshal number into Go value of type v1.Toleration"],
    ['[{"key":1}]', wrong("number", "key", "string")],
    ['[{"OPERATOR":{}}]', wrong("object", "operator", "v1.TolerationOperator")],
    ['[{"tolerationSeconds":1e3}]', wrong("number 1e3", "tolerationSeconds", "int64")],
    ['[{"tolerationSeconds":1.5}]', wrong("number 1.5", "tolerationSeconds", "int64")],
    [
      '[{"tolerationSeconds":9223372036854775808}]',
      wrong("number 9223372036854775808", "tolerationSeconds", "int64"),
    ],
  ];
  for (const [index, [text, message]] of cases.entries()) {
    await namespace(`n${index}`, { [`${prefix}defaultTolerations`]: text });
    expect(await pod({}, `n${index}`)).toEqual({ code: 500, message });
  }
  const folded =
    '[{"OPERATOR":"Exists","Key":"a","value":null,"effect":"","tolerationSeconds":null,"more":1}]';
  await namespace("folded", { [`${prefix}defaultTolerations`]: folded });
  expect((await pod({}, "folded")).tolerations).toEqual([{ key: "a", operator: "Exists" }]);
  await namespace("empty", { [`${prefix}tolerationsWhitelist`]: "[null]" });
  expect((await pod({ tolerations: [{ operator: "Exists" }] }, "empty")).code).toBe(500);
});

it("EventRateLimit counts events of a namespace and of an object", async () => {
  await startWith("EventRateLimit", {
    apiVersion: "eventratelimit.admission.k8s.io/v1alpha1",
    kind: "Configuration",
    limits: [
      { type: "Namespace", qps: 1, burst: 3 },
      { type: "SourceAndObject", qps: 1, burst: 2 },
    ],
  });
  const event = (name: string, query = "") =>
    api.ask("POST", `${within("default", "events")}${query}`, {
      metadata: { name },
      involvedObject: { kind: "Pod", namespace: "default", name: "x" },
      source: { component: "c", host: "h" },
    });
  expect((await event("dry", "?dryRun=All")).status).toBe(201);
  const messages = [];
  for (const name of ["a", "b", "c", "d"]) messages.push((await event(name)).body.message);
  const ofObject = "limit reached on type SourceAndObject for key chPoddefaultx";
  expect(messages).toEqual([
    undefined,
    undefined,
    `Too many requests: ${ofObject}`,
    `Too many requests: [limit reached on type Namespace for key default, ${ofObject}]`,
  ]);
  // In the order of Go's type.
  const names = ["kind", "apiVersion", "metadata", "status", "message", "reason", "code"];
  expect(Object.keys((await event("e")).body)).toEqual(names);
});

it.each<[object, string]>([
  [{}, "limits: Invalid value: null: must not be empty"],
  [
    { limits: [{ type: "Nope", qps: 1, burst: 1 }] },
    'limits[0].type: Unsupported value: "Nope": supported values: "Namespace", "Server", "SourceAndObject", "User"',
  ],
  [
    { limits: [{ type: "Server" }] },
    "[limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: 0: must be positive]",
  ],
  ...Object.entries({
    true: "bool",
    "[1]": "array",
    "{}": "object",
    '"x"': "string",
    "1.5": "number 1.5",
    "3000000000": "number 3000000000",
  }).map(([value, found]): [object, string] => [
    { limits: [{ type: "Server", qps: JSON.parse(value), burst: 1 }] },
    `json: cannot unmarshal ${found} into Go struct field Limit.limits.qps of type int32`,
  ]),
])("EventRateLimit refuses the settings %j", async (settings, words) => {
  await startWith("NamespaceExists");
  const make = await OPTIONAL_PLUGINS.get("EventRateLimit")?.();
  const head = { apiVersion: "eventratelimit.admission.k8s.io/v1alpha1", kind: "Configuration" };
  expect(() => make?.(JSON.stringify({ ...head, ...settings }))).toThrow(words);
});

it("OwnerReferencesPermissionEnforcement asks for rights to the object and to its owner", async () => {
  await startWith("OwnerReferencesPermissionEnforcement");
  const group = "rbac.authorization.k8s.io";
  await api.ask("POST", `/apis/${group}/v1/clusterroles`, {
    metadata: { name: "w" },
    rules: [
      { apiGroups: [""], resources: ["configmaps"], verbs: ["create", "update", "patch", "get"] },
      { apiGroups: ["apps"], resources: ["deployments/finalizers"], verbs: ["update"] },
    ],
  });
  await api.ask("POST", `/apis/${group}/v1/clusterrolebindings`, {
    metadata: { name: "w" },
    roleRef: { apiGroup: group, kind: "ClusterRole", name: "w" },
    subjects: [{ kind: "User", name: "jane", apiGroup: group }],
  });
  const owner = (own: JsonObject = {}): JsonObject => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    name: "o",
    uid: "1",
    ...own,
  });
  const as = { "impersonate-user": "jane" };
  const create = async (name: string, own: JsonObject, headers: Record<string, string> = as) => {
    const metadata = { name, ownerReferences: [owner(own)] };
    return (await api.ask("POST", within("default", "configmaps"), { metadata }, headers)).body.message;
  };
  expect(await create("a", {})).toBeUndefined();
  const changed = await api.ask(
    "PATCH",
    `${within("default", "configmaps")}/a`,
    { metadata: { ownerReferences: [owner({ controller: true })] } },
    { ...as, "content-type": "application/merge-patch+json" },
  );
  expect(changed.body.message).toBe(
    `configmaps "a" is forbidden: cannot set an ownerRef on a resource you can't delete: , <nil>`,
  );
  const blocking = { blockOwnerDeletion: true };
  expect(await create("b", blocking)).toBe(
    `configmaps "b" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>`,
  );
  expect(await create("c", { ...blocking, apiVersion: "apps/v1", kind: "Deployment" })).toBeUndefined();
  expect(await create("d", { ...blocking, apiVersion: "x.io/v1", kind: "Nope" })).toBe(
    `configmaps "d" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion x.io/v1 Kind Nope: no matches for kind "Nope" in version "x.io/v1"`,
  );
  expect(await create("e", blocking, {})).toBeUndefined();
});
