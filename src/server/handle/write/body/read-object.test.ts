import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";
import { definitionOf } from "../../../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";

const MAPS = "/api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=Strict";

const api = await clusterForTests();

// Every answer here is from kube-apiserver 1.36.3.
test.each([
  [
    "JSON: the order of the text",
    "application/json",
    '{"metadata":{"name":"a","zz":1},"u":1,"u":2,"data":{"k":"v"},"a":1,"data":{}}',
    'unknown field "metadata.zz", unknown field "u", unknown field "a", duplicate field "data"',
  ],
  [
    "YAML: sorted, after keys given twice",
    "application/yaml",
    "metadata:\n  name: a\n  zz: 1\nu: 1\nb: {x: 1, x: 2}\na: 2",
    'yaml: unmarshal errors:\n  line 5: key "x" already set in map, unknown field "a", unknown field "b", unknown field "metadata.zz", unknown field "u"',
  ],
  [
    "YAML: names as Go sorts them",
    "application/yaml",
    'metadata: {name: a}\n"a\\ufeffb": 1\nadata: 1',
    'unknown field "adata", unknown field "a\\ufeffb"',
  ],
])("%s", async (_name, type, text, problems) => {
  const { status, body } = await api.ask("POST", MAPS, text, { "content-type": type });
  const why = `strict decoding error: ${problems}`;
  expect([status, body.message]).toEqual([
    400,
    `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${why}`,
  ]);
});

test("of several wrong types in YAML the first in the order of the keys is told", async () => {
  const text = "kind: ConfigMap\nmetadata: {name: a}\nimmutable: 5\ndata: {z: 1, a: true}\n";
  const { body } = await api.ask("POST", MAPS, text, { "content-type": "application/yaml" });
  const field = "json: cannot unmarshal bool into Go struct field ConfigMap.data of type string";
  expect(body.message).toBe(`ConfigMap in version "v1" cannot be handled as a ConfigMap: ${field}`);
});

test("an empty list of scaling policies is not an absent one", async () => {
  const scalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers?dryRun=All";
  const spec = { maxReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } };
  const create = (scaleUp: JsonObject) =>
    api.ask("POST", scalers, { metadata: { name: "a" }, spec: { ...spec, behavior: { scaleUp } } });
  const refused = await create({ policies: [] });
  expect(refused.body.message).toBe(
    'HorizontalPodAutoscaler.autoscaling "a" is invalid: spec.behavior.scaleUp.policies: Required value: must specify at least one Policy',
  );
  expect((await create({})).status).toBe(201);
});

test("of version and kind, the first that is no text is told", async () => {
  const { body } = await api.ask("DELETE", MAPS.replace("?", "/a?"), '{"apiVersion":5,"kind":{}}');
  expect(body.message).toMatch(/number into Go struct field .apiVersion of type string$/);
});

const body = (type: object): string => JSON.stringify({ ...type, metadata: { name: "a" } });
const MAP = "cannot be handled as a ConfigMap";
const NOT_REGISTERED = 'in scheme "pkg/runtime/scheme.go:111"';

// These as well.
test.each([
  [
    { kind: "Pod" },
    `Pod in version "v1" ${MAP}: converting (v1.Pod) to (core.ConfigMap): unknown conversion`,
  ],
  [
    { kind: "ConfigMapList" },
    `ConfigMapList in version "v1" ${MAP}: converting (v1.ConfigMapList) to (core.ConfigMap): unknown conversion`,
  ],
  [
    { apiVersion: "apps/v9", kind: "Status" },
    `Status in version "v9" ${MAP}: converting (v1.Status) to (core.ConfigMap): unknown conversion`,
  ],
  [
    { apiVersion: "v2" },
    `ConfigMap in version "v2" ${MAP}: no kind "ConfigMap" is registered for version "v2" ${NOT_REGISTERED}`,
  ],
  [
    { apiVersion: "apps/__internal", kind: "ConfigMap" },
    `ConfigMap in version "__internal" ${MAP}: no kind "ConfigMap" is registered for the internal version of group "apps" ${NOT_REGISTERED}`,
  ],
  [
    { kind: 5 },
    `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({"kind":5,"metadata":{"name":" ...)`,
  ],
  [
    { apiVersion: "a/b/c" },
    `the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","metadat ...)`,
  ],
  [
    { apiVersion: "v1/" },
    `ConfigMap in version "" ${MAP}: Object 'apiVersion' is missing in '{"apiVersion":"v1/","metadata":{"name":"a"}}'`,
  ],
])("another kind: %j", async (type, message) => {
  const answer = await api.ask("POST", MAPS, body(type), { "content-type": "application/json" });
  expect([answer.status, answer.body.message]).toEqual([400, message]);
});

test("an old version that is known, but not served", async () => {
  const url = "/apis/apps/v1/namespaces/default/deployments";
  const sent = body({ apiVersion: "apps/v1beta1", kind: "Deployment" });
  const answer = await api.ask("POST", url, sent, { "content-type": "application/json" });
  expect(answer.body.message).toBe(
    "the API version in the data (apps/v1beta1) does not match the expected API version (apps/v1)",
  );
});

test("a version without a name is that of the address", async () => {
  const answer = await api.ask("POST", MAPS, body({ apiVersion: "/" }), {
    "content-type": "application/json",
  });
  expect([answer.status, answer.body.apiVersion]).toEqual([201, "v1"]);
});

test("the generation of a DaemonSet's template has to be a number", async () => {
  const metadata = { name: "d", annotations: { "deprecated.daemonset.template.generation": "x" } };
  const answer = await api.ask("POST", "/apis/apps/v1/namespaces/default/daemonsets", { metadata });
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing "x": invalid syntax',
  ]);
});

test("a custom resource without a kind is refused before all else, and quoted as it came", async () => {
  const definition = definitionOf("Boat", [{}], { group: "unkind.example.com" });
  await api.ask(
    "POST",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    JSON.stringify(definition),
  );
  const refusal = async (text: string, type: string): Promise<unknown> => {
    const path = "/apis/unkind.example.com/v1/namespaces/default/boats?fieldValidation=Strict";
    return (await api.ask("POST", path, text, { "content-type": type })).body.message;
  };
  const unrecognized = "the object provided is unrecognized (must be of type Boat)";
  const yaml = "kind: y\na: 1\na: 2\n";
  expect(await refusal(yaml, "application/yaml")).toBe(
    `${unrecognized}: couldn't get version/kind; json parse error: json: cannot unmarshal bool into Go struct field .kind of type string (${Buffer.from(yaml).toString("hex")})`,
  );
  expect(await refusal("b: 1\na: x\n", "application/yaml")).toBe(
    `${unrecognized}: Object 'Kind' is missing in 'b: 1\na: x\n' (623a20310a613a20780a)`,
  );
  expect(await refusal('{"kind":"Boat","a":1,"a":2}', "application/json")).toBe(
    "Object 'apiVersion' is missing in 'object has no apiVersion field'",
  );
  expect(await refusal('{"kind":"Boat","apiVersion":null,"metadata":5}', "application/json")).toBe(
    'Boat in version "" cannot be handled as a Boat: .apiVersion accessor error: <nil> is of the type <nil>, expected string',
  );
  expect(await refusal('{"kind":"Boat","apiVersion":"/"}', "application/json")).toBe(
    "the API version in the data () does not match the expected API version (unkind.example.com/v1)",
  );
  expect(await refusal('{"kind":"Ship","apiVersion":"/v1","a":1,"a":2}', "application/json")).toBe(
    'Ship in version "v1" cannot be handled as a Ship: strict decoding error: duplicate field "a"',
  );
  expect(await refusal('{ "KIND": "Boat", "a": 1 }', "application/json")).toBe(
    `${unrecognized}: Object 'Kind' is missing in '{ "KIND": "Boat", "a": 1 }' ({ "KIND": "Boat", "a": 1 })`,
  );
});

test("raw JSON in a message of another kind is not looked into", async () => {
  const field = (number: number, ...parts: string[]): string =>
    String.fromCharCode(number * 8 + 2, parts.join("").length) + parts.join("");
  const opaque = field(1, field(1, "d"), field(2, field(1, "no json")));
  const message = field(2, field(2, field(1, opaque)));
  const envelope = `k8s\0${field(1, field(1, "resource.k8s.io/v1"), field(2, "DeviceClass"))}${field(2, message)}`;
  const path = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates";
  const { body } = await api.ask("POST", path, envelope, {
    "content-type": "application/vnd.kubernetes.protobuf",
  });
  expect(body.message).toBe(
    'DeviceClass in version "v1" cannot be handled as a ResourceClaimTemplate: converting (v1.DeviceClass) to (resource.ResourceClaimTemplate): unknown conversion',
  );
});
