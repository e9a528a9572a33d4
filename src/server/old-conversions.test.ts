import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../api/json.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../testing/in-memory-cluster.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const ROLLBACK_TO = "deprecated.deployment.rollback.to";
const MARK = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match";
let api: InMemoryCluster;

beforeAll(async () => {
  api = await startInMemoryCluster();
});
afterAll(() => api.stop());

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
