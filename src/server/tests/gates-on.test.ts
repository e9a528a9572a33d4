import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../json/value.ts";
import { parseFeatures } from "../../resources/features/parse-features.ts";

const GATES = ["ContainerStopSignals", "TaintTolerationComparisonOperators"];
const OFF = ["HPAScaleToZero", "WatchList"];
const features = parseFeatures(
  [],
  [...GATES.map((gate) => `${gate}=true`), ...OFF.map((gate) => `${gate}=false`)],
);
const usual = await clusterForTests();
const api = await clusterForTests({ features });

const both = async (path: string, body: JsonObject) =>
  Promise.all([usual, api].map((cluster) => cluster.ask("POST", `${path}?dryRun=All`, body)));

test("without HPAScaleToZero no autoscaler goes down to zero", async () => {
  const metric = {
    type: "External",
    external: { metric: { name: "m" }, target: { type: "Value", value: "1" } },
  };
  const spec = {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" },
    maxReplicas: 3,
    minReplicas: 0,
    metrics: [metric],
  };
  const path = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
  const answers = await both(path, { metadata: { name: "a" }, spec });
  expect(answers.map(({ status }) => status)).toEqual([201, 422]);
});

test("a container may have a stop signal that its system knows", async () => {
  const pod = (os: string, stopSignal: string): JsonObject => ({
    metadata: { name: "a" },
    spec: { os: { name: os }, containers: [{ name: "c", image: "i", lifecycle: { stopSignal } }] },
  });
  const pods = "/api/v1/namespaces/default/pods";
  const answers = await both(pods, pod("linux", "SIGUSR1"));
  expect(answers.map(({ body }) => JSON.stringify(body).includes("SIGUSR1"))).toEqual([false, true]);
  const refused = await both(pods, pod("windows", "SIGUSR1"));
  expect(refused.map(({ status }) => status)).toEqual([201, 422]);
});

test("tolerations may compare numbers", async () => {
  const spec = {
    containers: [{ name: "c", image: "i" }],
    tolerations: [{ key: "a", operator: "Gt", value: "5" }],
  };
  const answers = await both("/api/v1/namespaces/default/pods", { metadata: { name: "a" }, spec });
  expect(answers.map(({ status }) => status)).toEqual([422, 201]);
});

test("without WatchList nobody asks for initial events", async () => {
  const watch = "/api/v1/namespaces/default/pods?watch=1&timeoutSeconds=1&resourceVersionMatch=NotOlderThan";
  const answer = await api.ask("GET", `${watch}&sendInitialEvents=true`);
  expect(answer.body.message).toBe(
    'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
  );
});
