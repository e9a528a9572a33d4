import { expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
const BOATS = "/apis/example.com/v1/namespaces/default/boats";
const RULE = { apiGroups: ["example.com"], apiVersions: ["v2"], resources: ["boats"], operations: ["*"] };
const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };

/** The rules name a version that is declared and not served. */
const api = await reviewedClusterForTests({}, { rules: [RULE] });
await define(api, "Boat", [{ schema }, { served: false, schema }]);

const boat = (name: string): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Boat",
  metadata: { name },
});

test("webhooks are sent an unserved version that their rules name, and may change it", async () => {
  api.answer(({ hook }) =>
    hook === "m.example.com"
      ? { allowed: true, patch: [{ op: "add", path: "/spec", value: { sails: 2 } }] }
      : { allowed: true },
  );
  const { status, body } = await api.ask("POST", BOATS, boat("a"));
  expect([status, body.apiVersion, body.spec]).toEqual([201, "example.com/v1", { sails: 2 }]);
  const versions = api.reviews().map(({ object }) => (object as JsonObject).apiVersion);
  expect(versions).toEqual(["example.com/v2", "example.com/v2"]);
});

test("mutating policies know no types of an unserved version", async () => {
  const spec = {
    matchConstraints: { resourceRules: [{ ...RULE, operations: ["CREATE"] }] },
    reinvocationPolicy: "Never",
    failurePolicy: "Ignore",
    mutations: [
      { patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/x'}]" } },
    ],
  };
  await api.ask("POST", `${REGISTRATION}/mutatingadmissionpolicies`, { metadata: { name: "p" }, spec });
  const binding = { metadata: { name: "b" }, spec: { policyName: "p" } };
  await api.ask("POST", `${REGISTRATION}/mutatingadmissionpolicybindings`, binding);
  const { status, body } = await api.ask("POST", BOATS, boat("b"));
  expect([status, body.message]).toEqual([
    503,
    "Resource kind example.com/v2, Kind=Boat not found. There can be a delay between when CustomResourceDefinitions are created and when they are available.",
  ]);
});
