import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const ADMISSION = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolic";
const PLACES: Readonly<Record<string, string>> = {
  configmaps: "/api/v1/namespaces/default/configmaps",
  deployments: "/apis/apps/v1/namespaces/default/deployments",
  leases: "/apis/coordination.k8s.io/v1/namespaces/default/leases",
};
const api = await clusterForTests();

/** Returns the answer to the creation of an object that a policy changes by an apply configuration. */
async function applied(name: string, resource: string, expression: string, spec?: JsonObject) {
  const rule = { apiGroups: ["*"], apiVersions: ["*"], operations: ["CREATE"], resources: [resource] };
  const labels = { policy: name };
  await api.ask("POST", `${ADMISSION}ies`, {
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: labels } },
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
    },
  });
  await api.ask("POST", `${ADMISSION}ybindings`, { metadata: { name }, spec: { policyName: name } });
  return api.ask("POST", PLACES[resource] ?? "", { metadata: { name, labels }, ...(spec && { spec }) });
}

const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const DEPLOYMENT: JsonObject = { selector: { matchLabels: { a: "b" } }, template };

// Every answer here is from kube-apiserver 1.36.3.
test("of integers that are too big, a policy's configuration sets the lower bits", async () => {
  const lease = await applied(
    "lease",
    "leases",
    "Object{spec: Object.spec{leaseDurationSeconds: 5000000000}}",
  );
  expect([lease.status, lease.body.spec]).toEqual([201, { leaseDurationSeconds: 705032704 }]);
  const expression = "Object{spec: Object.spec{replicas: 3000000000}}";
  const { status, body } = await applied("replicas", "deployments", expression, DEPLOYMENT);
  expect([status, body.message]).toEqual([
    422,
    'Deployment.apps "replicas" is invalid: spec.replicas: Invalid value: -1294967296: must be greater than or equal to 0',
  ]);
});

test.each([
  [
    "bytes",
    "configmaps",
    'Object{binaryData: {"a": "%"}}',
    "/v1, Kind=ConfigMap: error decoding from json: illegal base64 data at input byte 0",
  ],
  [
    "surge",
    "deployments",
    "Object{spec: Object.spec{strategy: Object.spec.strategy{rollingUpdate: Object.spec.strategy.rollingUpdate{maxSurge: 3000000000}}}}",
    "apps/v1, Kind=Deployment: json: cannot unmarshal number 3000000000 into Go value of type int32",
  ],
])("what does not fit is refused in the words of a conversion in memory: %s", async (...given) => {
  const [name, resource, expression, problem] = given;
  const { status, body } = await applied(name, resource, expression, DEPLOYMENT);
  expect([status, body.message]).toEqual([
    403,
    `policy '${name}' with binding '${name}' denied request: unable to convert unstructured object to ${problem}`,
  ]);
});

/** Returns the answer to the creation of a ConfigMap that a policy with match conditions changes. */
async function changed(name: string, mutation: JsonObject, conditions: readonly string[] = ["true"]) {
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  const labels = { policy: name };
  await api.ask("POST", `${ADMISSION}ies`, {
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: labels } },
      matchConditions: conditions.map((expression, i) => ({ name: `c${i}`, expression })),
      reinvocationPolicy: "Never",
      mutations: [mutation],
    },
  });
  await api.ask("POST", `${ADMISSION}ybindings`, { metadata: { name }, spec: { policyName: name } });
  const body = { metadata: { name, labels }, data: { y: "1" } };
  return api.ask("POST", PLACES.configmaps ?? "", body);
}

// Every answer from here on is from kube-apiserver 1.37.2.
const NO_JSON =
  "JSONPath valueExpression evaluated to a type that could not marshal to JSON: type conversion error";
test.each([
  ["struct", "object.metadata", "from struct type v1.ObjectMeta to *structpb.Value"],
  ["map", "object.metadata.labels", "from 'map(dyn, dyn)' to '*structpb.Value'"],
  ["list", "[object.metadata.managedFields]", "from 'list(dyn)' to '*structpb.Value'"],
  ["namespace", "namespaceObject.metadata.labels", "from 'map(dyn, dyn)' to '*structpb.Value'"],
  ["optional", "[optional.of(object.data)]", "from 'map(dyn, dyn)' to '*structpb.Value'"],
  ["groups", "request.userInfo.groups", "from 'list(dyn)' to '*structpb.Value'"],
])(
  "after match conditions, a JSON patch cannot have a part of an object: a %s",
  async (name, value, problem) => {
    const expression = `[JSONPatch{op: 'add', path: '/metadata/annotations', value: ${value}}]`;
    const { status, body } = await changed(name, { patchType: "JSONPatch", jsonPatch: { expression } });
    expect([status, body.message]).toEqual([
      403,
      `policy '${name}' with binding '${name}' denied request: ${NO_JSON} ${problem}`,
    ]);
  },
);

test("without match conditions, a JSON patch can have a part of the object", async () => {
  const expression = "[JSONPatch{op: 'add', path: '/metadata/annotations', value: object.metadata.labels}]";
  const { body } = await changed("whole", { patchType: "JSONPatch", jsonPatch: { expression } }, []);
  expect(body.metadata).toMatchObject({ annotations: { policy: "whole" } });
});

test("after match conditions, a configuration can have a part of an object as a field", async () => {
  const expression = "Object{metadata: Object.metadata{annotations: object.data}}";
  const mutation = { patchType: "ApplyConfiguration", applyConfiguration: { expression } };
  expect((await changed("field", mutation)).body.metadata).toMatchObject({ annotations: { y: "1" } });
});

test("a byte order mark is no space to Go", async () => {
  const { status, body } = await api.ask("POST", `${ADMISSION}ies`, {
    metadata: { name: "mark" },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["pods"] }],
      },
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "\ufeffObject{}" } }],
    },
  });
  expect([status, body.message]).toEqual([
    422,
    expect.stringContaining("token recognition error at: '\ufeff'"),
  ]);
});
