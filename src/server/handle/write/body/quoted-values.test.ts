import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";

const api = await clusterForTests();

const ODD = "<&>";
/** Text of Go's JSON encoder, for values of named types and of pointers. */
const AS_JSON = '"\\u003c\\u0026\\u003e"';
/** No value of a field is quoted that its type marks as immutable (`+k8s:immutable`). */
const NOTHING = "null";

const CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
const JOB = {
  spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "b" }] } } },
};
const storage = { storage: "1Gi" };
const VOLUME = { spec: { capacity: storage, accessModes: ["ReadWriteOnce"], hostPath: { path: "/a" } } };
const CLAIM = { spec: { resources: { requests: storage }, accessModes: ["ReadWriteOnce"] } };

// The answers are from kube-apiserver 1.37.2.
test.each<[string, JsonObject, JsonObject, string]>([
  [CLASSES, { provisioner: "p.example.com" }, { volumeBindingMode: ODD }, NOTHING],
  [CLASSES, { provisioner: "p.example.com" }, { reclaimPolicy: ODD }, NOTHING],
  [CLASSES, { provisioner: "p.example.com" }, { provisioner: ODD }, NOTHING],
  ["/apis/scheduling.k8s.io/v1/priorityclasses", {}, { preemptionPolicy: ODD }, AS_JSON],
  ["/api/v1/namespaces/default/configmaps", {}, { metadata: { uid: ODD } }, AS_JSON],
  ["/api/v1/persistentvolumes", VOLUME, { spec: { volumeMode: ODD } }, AS_JSON],
  ["/api/v1/namespaces/default/persistentvolumeclaims", CLAIM, { spec: { volumeMode: ODD } }, AS_JSON],
  ["/apis/batch/v1/namespaces/default/jobs", JOB, { spec: { completionMode: ODD } }, AS_JSON],
  ["/apis/batch/v1/namespaces/default/jobs", JOB, { spec: { managedBy: ODD } }, AS_JSON],
])("an immutable value is quoted as its Go type is: %s, %o, %o", async (path, object, change, quoted) => {
  await api.ask("POST", path, { metadata: { name: "quoted" }, ...object });
  const { body } = await api.ask("PATCH", `${path}/quoted`, JSON.stringify(change), {
    "content-type": "application/merge-patch+json",
  });
  expect(body.message).toContain(`Invalid value: ${quoted}: field is immutable`);
});

test("what an APIService should be called is quoted as Go quotes texts", async () => {
  const { body } = await api.ask("POST", "/apis/apiregistration.k8s.io/v1/apiservices", {
    metadata: { name: "a" },
    spec: { version: "\u2028", group: "\u0001" },
  });
  expect(body.message).toContain('must be `spec.version+"."+spec.group`: "\\u2028.\\x01"');
});

test("a path of a selectable field is looked at though the schema says what is not supported", async () => {
  const versions = [
    {},
    { selectableFields: [{ jsonPath: "/" }], schema: { openAPIV3Schema: { $schema: "text" } } },
  ];
  const { body } = await api.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    spec: { versions },
  });
  expect(body.message).toContain(
    'spec.versions[1].selectableFields[0].jsonPath: Invalid value: "/": is an invalid path: expected [ or . but got: /',
  );
});

test("finalizers that a review must not have are printed in the order of their text", async () => {
  const { body } = await api.ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    metadata: { finalizers: ["\u2028", "a"] },
    spec: { resourceAttributes: { verb: "get", resource: "pods" } },
  });
  expect(body.message).toContain('{".":{},"v:\\"a\\"":{},"v:\\"\\\\u2028\\"":{}}');
});
