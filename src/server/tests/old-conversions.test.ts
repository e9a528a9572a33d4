import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const ROLLBACK_TO = "deprecated.deployment.rollback.to";
const MARK = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match";

const api = await clusterForTests();

const deployment = (name: string, annotations: JsonObject): JsonObject => ({
  metadata: { name, annotations },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
});

/** kubernetes/pkg/apis/apps/v1/conversion.go. */
test.each([
  ["007", { [ROLLBACK_TO]: "7", x: "y" }],
  ["", { x: "y" }],
])("a revision to go back to is the number %j", async (text, annotations) => {
  const name = `d${text}`;
  const { body } = await api.ask("POST", DEPLOYMENTS, deployment(name, { [ROLLBACK_TO]: text, x: "y" }));
  expect((body.metadata as JsonObject).annotations).toEqual(annotations);
});

test("a revision that is no number, or below zero, is refused", async () => {
  const refused = async (text: string) =>
    (await api.ask("POST", DEPLOYMENTS, deployment("r", { [ROLLBACK_TO]: text }))).body.message;
  expect(await refused("abc")).toBe(
    `Deployment in version "v1" cannot be handled as a Deployment: failed to parse annotation[${ROLLBACK_TO}]=abc as int64: strconv.ParseInt: parsing "abc": invalid syntax`,
  );
  expect(await refused("-1")).toBe(
    'Deployment.apps "r" is invalid: spec.rollback.version: Invalid value: -1: must be greater than or equal to 0',
  );
});

test("a status is written without the revision", async () => {
  await api.ask("POST", DEPLOYMENTS, deployment("s", { [ROLLBACK_TO]: "3" }));
  const annotations = { [ROLLBACK_TO]: "4", z: "1" };
  const { body } = await api.ask("PUT", `${DEPLOYMENTS}/s/status`, deployment("s", annotations));
  expect((body.metadata as JsonObject).annotations).toEqual({ [ROLLBACK_TO]: "3", z: "1" });
});

/** kubernetes/pkg/apis/policy/v1/conversion.go. */
test.each([
  [{ matchExpressions: [{ key: MARK, operator: "Exists" }] }, undefined],
  [{ matchExpressions: [{ key: MARK, operator: "DoesNotExist" }] }, {}],
  [
    { matchLabels: { a: "b" }, matchExpressions: [{ key: MARK, operator: "Exists" }] },
    { matchLabels: { a: "b" } },
  ],
])("a budget whose selector is %j", async (selector, seen) => {
  const metadata = { generateName: "p" };
  const { body } = await api.ask("POST", BUDGETS, { metadata, spec: { minAvailable: 1, selector } });
  expect((body.spec as JsonObject).selector).toEqual(seen ?? selector);
});

test("a strategic patch that cannot be converted is not quoted", async () => {
  await api.ask("POST", DEPLOYMENTS, deployment("t", {}));
  const patch = { metadata: { annotations: { [ROLLBACK_TO]: "x" } } };
  const type = { "content-type": "application/strategic-merge-patch+json" };
  const { status, body } = await api.ask("PATCH", `${DEPLOYMENTS}/t`, patch, type);
  expect([status, body.reason, body.message]).toEqual([
    500,
    undefined,
    `failed to parse annotation[${ROLLBACK_TO}]=x as int64: strconv.ParseInt: parsing "x": invalid syntax`,
  ]);
});

/** structured-merge-diff/value/listreflect.go, EqualsUsing. */
test("an empty list in an item of a selector makes the selector another one for who owns it", async () => {
  const item = { key: "a", operator: "Exists" };
  const spec = { minAvailable: 1, selector: { matchExpressions: [item] } };
  const applied = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name: "o" }, spec };
  const apply = { "content-type": "application/apply-patch+yaml" };
  await api.ask("PATCH", `${BUDGETS}/o?fieldManager=m`, applied, apply);
  const merge = async (selector: JsonObject): Promise<unknown> => {
    const type = { "content-type": "application/merge-patch+json" };
    const { body } = await api.ask("PATCH", `${BUDGETS}/o?fieldManager=n`, { spec: { selector } }, type);
    return ((body.metadata as JsonObject).managedFields as JsonObject[]).map(({ manager }) => manager);
  };
  expect(await merge({ matchLabels: {}, matchExpressions: [item] })).toEqual(["m"]);
  expect(await merge({ matchExpressions: [{ ...item, values: [] }] })).toEqual(["m", "n"]);
});
