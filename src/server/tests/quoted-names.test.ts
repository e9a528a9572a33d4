import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../test/tools/custom-definition.tool.ts";

const PODS = "/api/v1/namespaces/default/pods";

const api = await clusterForTests();

const messageOf = async (path: string, body: object): Promise<unknown> =>
  (await api.ask("POST", path, { metadata: { name: "a" }, ...body })).body.message;

/** The expected texts are Go's %q: kubernetes/pkg/apis/core/validation/validation.go. */
test("texts with line breaks are quoted as Go quotes them", async () => {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } };
  const volumes = [{ name: "v\nb", ephemeral: { volumeClaimTemplate: { spec } } }];
  expect(await messageOf(PODS, { spec: { volumes, containers: [{ name: "c", image: "i" }] } })).toContain(
    'PVC name "a-v\\nb": a lowercase',
  );
  expect(await messageOf("/api/v1/nodes", { status: { declaredFeatures: ["a\nb"] } })).toContain(
    'invalid feature name "a\\nb": must start',
  );
});

/** kube-openapi/pkg/validation/validate/schema_messages.go. */
test("names of fields with quotes are quoted where a part of a schema is not met", async () => {
  const text = {
    type: "string",
    anyOf: [{ pattern: "x" }],
    allOf: [{ pattern: "x" }],
    not: { pattern: "z" },
  };
  await define(
    api,
    "Boat",
    [
      {
        subresources: { scale: { specReplicasPath: '.spec.a"b', statusReplicasPath: ".status.n" } },
        schema: { openAPIV3Schema: { type: "object", properties: { 'a"b': text } } },
      },
    ],
    { scope: "Cluster" },
  );
  const boat = { apiVersion: "example.com/v1", kind: "Boat" };
  const boats = "/apis/example.com/v1/boats";
  const refusal = await messageOf(boats, { ...boat, 'a"b': "z" });
  for (const problem of ["at least one schema (anyOf)", "all the schemas (allOf)"])
    expect(refusal).toContain(`"a\\"b" must validate ${problem}`);
  expect(refusal).toContain('"a\\"b" must not validate the schema (not)');
  await messageOf(boats, boat);
  expect((await api.ask("GET", `${boats}/a/scale`)).body.message).toContain('".spec.a\\"b" does not exist');
});

/** authorization/validation/validation.go prints the metadata after apimachinery's managedfields has reset them. */
test("a review is refused without the managed fields that its client wanted to reset", async () => {
  const managedFields = [{}];
  const metadata = { name: "a", managedFields };
  const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  expect(await messageOf(path, { metadata })).toContain(
    'metadata: Invalid value: {"name":"a"}: must be empty',
  );
});
