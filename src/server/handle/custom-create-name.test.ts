import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const BOATS = "/apis/example.com/v1/namespaces/default/boats";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const POLICIES = "/apis/admissionregistration.k8s.io/v1";

const api = await clusterForTests();
await define(api, "Boat", [{}, {}]);

const boat = (metadata: JsonObject, apiVersion = "example.com/v1") => ({
  apiVersion,
  kind: "Boat",
  metadata,
});

// These texts and all below are from kube-apiserver 1.36.3.
test.each([
  [
    { labels: { a: 1 } },
    "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string",
  ],
  [7, "json: cannot unmarshal number into Go value of type v1.ObjectMeta"],
])("metadata %j are read before another version is refused", async (metadata, problem) => {
  for (const version of ["example.com/v2", "example.com/v9", "other.com/v1"]) {
    const { body } = await api.ask("POST", BOATS, { ...boat({}, version), metadata });
    const [, name] = version.split("/");
    expect(body.message).toBe(`Boat in version "${name}" cannot be handled as a Boat: ${problem}`);
  }
});

test("unknown fields of the metadata of another version are told", async () => {
  const sent = { ...boat({ name: "a", x: 1 }, "example.com/v2"), spec: {} };
  const { body } = await api.ask("POST", `${BOATS}?fieldValidation=Strict`, sent);
  expect(body.message).toBe(
    'Boat in version "v2" cannot be handled as a Boat: strict decoding error: unknown field "metadata.x", unknown field "spec"',
  );
});

test("admission is told the name that stands behind the collection", async () => {
  await api.ask("POST", `${POLICIES}/validatingadmissionpolicies`, {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "names" },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: ["example.com"], apiVersions: ["*"], resources: ["boats"], operations: ["CREATE"] },
        ],
      },
      validations: [{ expression: "false", messageExpression: "'name: ' + request.name" }],
    },
  });
  await api.ask("POST", `${POLICIES}/validatingadmissionpolicybindings`, {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "names" },
    spec: { policyName: "names", validationActions: ["Deny"] },
  });
  const { body } = await api.ask("POST", `${BOATS}/scale`, boat({ name: "b" }));
  expect(body.message).toContain("name: scale");
  await api.ask("DELETE", `${POLICIES}/validatingadmissionpolicybindings/names`);
});

test("a definition that goes away refuses a create under the name that stands behind the collection", async () => {
  await api.ask("POST", BOATS, boat({ name: "held", finalizers: ["example.com/hold"] }));
  await api.ask("DELETE", `${DEFINITIONS}/boats.example.com`);
  for (const metadata of [{ name: "d" }, { generateName: "d" }, {}]) {
    const { body } = await api.ask("POST", `${BOATS}/other`, boat(metadata));
    expect(body.message).toBe(
      'boats.example.com "other" is forbidden: create not allowed while custom resource definition is terminating',
    );
  }
});
