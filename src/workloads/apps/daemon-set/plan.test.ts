import { describe, expect, test } from "vitest";
import type { DaemonSet } from "../../../types/tables/apps/v1-types.ts";
import type { Node, Pod } from "../../../types/tables/core/v1-types.ts";
import { type DaemonView, nodeOf } from "./placement.ts";
import { daemonPod, daemonStatus, planDaemons } from "./plan.ts";

const NOW = Date.parse("2026-07-01T12:00:00Z");

type Spec = NonNullable<DaemonSet["spec"]>;

const setOf = (spec: Spec = {}): DaemonSet => ({
  metadata: {
    name: "ds",
    uid: "d",
    generation: 1,
    annotations: { "deprecated.daemonset.template.generation": "1" },
  },
  spec: { template: { metadata: { labels: { app: "ds" } }, spec: { containers: [] } }, ...spec },
});

const node = (name: string, spec: Node["spec"] = {}, labels: { [label: string]: string } = {}): Node => ({
  metadata: { name, labels },
  spec,
});

const pod = (
  name: string,
  nodeName: string,
  { hash = "new", ready = true, phase = "Running" } = {},
): Pod => ({
  metadata: { name, labels: { "controller-revision-hash": hash } },
  spec: { nodeName },
  status: { phase, conditions: [{ type: "Ready", status: ready ? "True" : "False" }] },
});

const viewOf = (set: DaemonSet, nodes: Node[], pods: Pod[] = []): DaemonView => ({
  set,
  nodes,
  pods,
  hash: "new",
  now: NOW,
});

function plan(set: DaemonSet, nodes: Node[], pods: Pod[] = []): string {
  const { create, remove } = planDaemons(viewOf(set, nodes, pods));
  return [...create.map((name) => `+${name}`), ...remove.map(({ metadata }) => `-${metadata.name}`)].join(
    " ",
  );
}

describe("planDaemons", () => {
  test("makes a pod for each node that the template allows", () => {
    expect(plan(setOf(), [node("a"), node("b")], [pod("x", "a")])).toBe("+b");
    const selecting = setOf({
      template: { metadata: {}, spec: { containers: [], nodeSelector: { disk: "ssd" } } },
    });
    expect(plan(selecting, [node("a"), node("b", {}, { disk: "ssd" })], [pod("x", "a")])).toBe("+b -x");
  });

  test("heeds taints, but not those of cordons and of nodes that are not ready", () => {
    const taint = (key: string, effect: string) => ({ taints: [{ key, effect }] });
    expect(plan(setOf(), [node("a", taint("k", "NoSchedule"))])).toBe("");
    expect(plan(setOf(), [node("a", taint("k", "NoSchedule"))], [pod("x", "a")])).toBe("");
    expect(plan(setOf(), [node("a", taint("k", "NoExecute"))], [pod("x", "a")])).toBe("-x");
    expect(plan(setOf(), [node("a", taint("node.kubernetes.io/unschedulable", "NoSchedule"))])).toBe("+a");
    expect(plan(setOf(), [node("a", taint("node.kubernetes.io/not-ready", "NoExecute"))])).toBe("+a");
  });

  test("replaces pods of an older template, as many as may be missing", () => {
    const nodes = ["a", "b", "c"].map((name) => node(name));
    const old = [
      pod("x", "a", { hash: "old" }),
      pod("y", "b", { hash: "old" }),
      pod("z", "c", { hash: "old" }),
    ];
    expect(plan(setOf(), nodes, old)).toBe("-x");
    expect(plan(setOf(), nodes, [pod("x", "a", { ready: false }), ...old.slice(1)])).toBe("");
    const two = setOf({
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "50%" } },
    });
    expect(plan(two, nodes, old)).toBe("-x -y");
    expect(plan(setOf({ updateStrategy: { type: "OnDelete" } }), nodes, old)).toBe("");
  });

  test("replaces pods that have ended, and says which", () => {
    const ended = [pod("x", "a", { phase: "Failed" }), pod("y", "b", { phase: "Succeeded" })];
    expect(plan(setOf(), [node("a"), node("b")], ended)).toBe("-x -y");
    const { failed, succeeded } = planDaemons(viewOf(setOf(), [node("a"), node("b")], ended));
    expect([failed, succeeded]).toEqual([[ended[0]], [ended[1]]]);
  });
});

describe("a surge", () => {
  const nodes = ["a", "b", "c"].map((name) => node(name));
  const [a, b, c] = ["a", "b", "c"].map((name) => pod(`old-${name}`, name, { hash: "old" })) as [
    Pod,
    Pod,
    Pod,
  ];
  const rolling = { maxUnavailable: 0, maxSurge: 1 };
  const set = setOf({ updateStrategy: { type: "RollingUpdate", rollingUpdate: rolling } });
  const made = (name: string, ready = true): Pod => pod(`new-${name}`, name, { ready });

  test("makes new pods first, so many at a time", () => {
    expect(plan(set, nodes, [a, b, c])).toBe("+a");
    expect(plan(set, nodes, [a, b, c, made("a", false)])).toBe("");
    const two = { maxUnavailable: 0, maxSurge: "50%" };
    const more = setOf({ updateStrategy: { type: "RollingUpdate", rollingUpdate: two } });
    expect(plan(more, nodes, [a, b, c])).toBe("+a +b");
  });

  test("deletes an old pod when its new one is available, or when it is not ready itself", () => {
    expect(plan(set, nodes, [a, b, c, made("a")])).toBe("-old-a");
    const broken = pod("old-b", "b", { hash: "old", ready: false });
    expect(plan(set, nodes, [a, broken, c])).toBe("+b +a");
    expect(plan(set, nodes, [a, broken, c, made("b", false)])).toBe("-old-b");
  });

  test("makes a pod beside one that goes, and none for nodes that have one", () => {
    const going = { ...a, metadata: { ...a.metadata, deletionTimestamp: "2026-07-01T12:00:00Z" } };
    expect(plan(set, nodes, [going, b, c])).toBe("+a");
    expect(plan(set, nodes, [made("a"), made("b"), made("c")])).toBe("");
  });

  test("leaves pods on nodes that get none while others are missing", () => {
    const tainted = node("c", { taints: [{ key: "k", effect: "NoSchedule" }] });
    expect(plan(set, [node("a"), node("b"), tainted], [made("a"), made("b", false), c])).toBe("");
    expect(plan(set, [node("a"), node("b"), tainted], [made("a"), made("b"), c])).toBe("-old-c");
  });
});

test("the status counts nodes", () => {
  const nodes = [node("a"), node("b"), node("c", { taints: [{ key: "k", effect: "NoSchedule" }] })];
  expect(daemonStatus(viewOf(setOf(), nodes, [pod("x", "a"), pod("y", "c")]))).toEqual({
    currentNumberScheduled: 1,
    numberMisscheduled: 1,
    desiredNumberScheduled: 2,
    numberReady: 1,
    observedGeneration: 1,
    updatedNumberScheduled: 1,
    numberAvailable: 1,
    numberUnavailable: 1,
  });
});

test("the pod is meant for one node", () => {
  const made = daemonPod(setOf(), "new", "a");
  expect(made).toMatchObject({
    metadata: {
      generateName: "ds-",
      labels: { app: "ds", "controller-revision-hash": "new", "pod-template-generation": "1" },
    },
    spec: {
      tolerations: expect.arrayContaining([
        { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" },
      ]),
    },
  });
  expect(nodeOf({ metadata: {}, spec: made.spec as NonNullable<Pod["spec"]> })).toBe("a");
});
