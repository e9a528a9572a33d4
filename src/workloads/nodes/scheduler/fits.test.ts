import { describe, expect, test } from "vitest";
import type { Node, Pod } from "../../../types/tables/core/v1-types.ts";
import { amountsOf } from "./amounts.ts";
import { chooseNode, type Room } from "./fits.ts";
import { NodeUsage } from "./node-usage.ts";

const room = (
  name: string,
  spec: Node["spec"] = {},
  free: Record<string, string> = {},
  pods = 0,
  ports: Room["ports"] = [],
): Room => ({
  node: { metadata: { name, labels: { "kubernetes.io/hostname": name, zone: name } }, spec },
  free: amountsOf({ cpu: "2", memory: "4Gi", pods: "110", ...free }),
  pods,
  ports,
});

const podOf = (spec: Pod["spec"]): Pod => ({ metadata: {}, spec: { containers: [{ name: "a" }], ...spec } });

function chosen(spec: Pod["spec"], ...rooms: Room[]): string {
  const choice = chooseNode(podOf(spec), rooms);
  return "problem" in choice ? choice.problem : (choice.node.metadata.name ?? "");
}

describe("chooseNode", () => {
  test("takes the node with the fewest pods", () => {
    expect(chosen({}, room("a", {}, {}, 3), room("b", {}, {}, 1), room("c", {}, {}, 2))).toBe("b");
  });

  test("looks at selectors, required affinity, cordons and taints", () => {
    expect(chosen({ nodeSelector: { zone: "b" } }, room("a"), room("b"))).toBe("b");
    const matchFields = [{ key: "metadata.name", operator: "In", values: ["b"] }];
    const required = { nodeSelectorTerms: [{ matchFields }] };
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
    expect(chosen({ affinity }, room("a"), room("b"))).toBe("b");
    expect(chosen({}, room("a", { unschedulable: true }), room("b"))).toBe("b");
    const taints = [{ key: "k", value: "v", effect: "NoSchedule" }];
    expect(chosen({}, room("a", { taints }), room("b"))).toBe("b");
    const tolerations = [{ key: "k", value: "v" }];
    expect(chosen({ tolerations }, room("a", { taints }))).toBe("a");
    expect(chosen({ tolerations: [{ operator: "Exists" }] }, room("a", { taints }))).toBe("a");
  });

  test("counts why there is none", () => {
    const containers = [{ name: "a", resources: { requests: { cpu: "1500m", "example.com/gpu": "1" } } }];
    expect(chosen({ containers }, room("a"), room("b", {}, { cpu: "1", "example.com/gpu": "4" }))).toBe(
      "0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient example.com/gpu.",
    );
    expect(chosen({ nodeSelector: { x: "y" } }, room("a"), room("b", {}, { pods: "0" }))).toBe(
      "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.",
    );
    expect(chosen({}, room("a", {}, { pods: "0" }))).toBe("0/1 nodes are available: 1 Too many pods.");
    expect(chosen({})).toBe("no nodes available to schedule pods");
  });

  test.each([
    [{}, false],
    [{ protocol: "UDP" }, true],
    [{ hostIP: "127.0.0.2" }, true],
    [{ hostIP: "127.0.0.1" }, false],
    [{ hostIP: "0.0.0.0" }, false],
    [{ hostPort: 81 }, true],
    [{ hostPort: 0 }, true],
  ])("a port of the node is for one pod: %j beside 127.0.0.1:80 is fine: %s", (more, isFine) => {
    const port = { containerPort: 1, hostPort: 80, ...more };
    const taken = room("a", {}, {}, 1, [{ ip: "127.0.0.1", protocol: "TCP", port: 80 }]);
    const why = "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports.";
    expect(chosen({ containers: [{ name: "c", ports: [port] }] }, taken)).toBe(isFine ? "a" : why);
    const sidecar = { name: "i", restartPolicy: "Always", ports: [port] };
    expect(chosen({ initContainers: [sidecar] }, taken)).toBe(isFine ? "a" : why);
    // The init container ends before the pod's containers start.
    expect(chosen({ initContainers: [{ name: "i", ports: [port] }] }, taken)).toBe("a");
  });

  test("the ports of a pod are free again when it has gone", () => {
    const usage = new NodeUsage();
    const pod = podOf({ containers: [{ name: "c", ports: [{ containerPort: 1, hostPort: 80 }] }] });
    usage.place(pod, "a");
    expect(usage.portsOn("a")).toEqual([{ ip: "0.0.0.0", protocol: "TCP", port: 80 }]);
    usage.place(pod, undefined);
    expect(usage.portsOn("a")).toEqual([]);
  });

  test("an init container counts where it asks for more than the others together", () => {
    const ask = (cpu: string) => ({ name: cpu, resources: { requests: { cpu } } });
    expect(chosen({ containers: [ask("1"), ask("1")], initContainers: [ask("2")] }, room("a"))).toBe("a");
    expect(chosen({ containers: [ask("1")], initContainers: [ask("3")] }, room("a"))).toContain("cpu");
  });
});
