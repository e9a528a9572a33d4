import { describe, expect, it } from "vitest";
import { BUILTIN_GROUP_ORDER, builtinResources } from "./kinds/index.ts";
import { compareVersions, createRegistry } from "./registry.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: true }), {
  groupOrder: BUILTIN_GROUP_ORDER,
});

describe("createRegistry", () => {
  it("finds resources by path and by kind", () => {
    expect(registry.find("apps", "v1", "deployments")?.kind.kind).toBe("Deployment");
    expect(registry.find("apps", "v2", "deployments")).toBeUndefined();
    expect(registry.kind("", "v1", "Pod")?.plural).toBe("pods");
    expect(
      registry.resource("autoscaling", "horizontalpodautoscalers")?.versions.map(({ version }) => version),
    ).toEqual(["v2", "v1"]);
  });

  it("pairs resources that share their objects", () => {
    const equivalents = (group: string, version: string, resource: string, subresource = "") =>
      registry.equivalentsOf({ group, version, resource }, subresource).map((r) => `${r.group}/${r.version}`);
    expect(equivalents("", "v1", "events")).toEqual(["/v1", "events.k8s.io/v1"]);
    expect(equivalents("autoscaling", "v1", "horizontalpodautoscalers", "status")).toEqual([
      "autoscaling/v2",
      "autoscaling/v1",
    ]);
    expect(equivalents("extensions", "v1beta1", "deployments")).toEqual([]);
    expect(registry.kindFor({ group: "apps", version: "v1", resource: "deployments" }, "scale")).toEqual({
      group: "autoscaling",
      version: "v1",
      kind: "Scale",
    });
  });

  it("changes by new snapshots", () => {
    const pods = registry.resource("", "pods");
    if (pods === undefined) throw new Error("no pods");
    const smaller = registry.without("", "pods");
    expect(smaller.find("", "v1", "pods")).toBeUndefined();
    expect(registry.find("", "v1", "pods")).toBeDefined();
    expect(smaller.with(pods).find("", "v1", "pods")?.resource).toBe(pods);
  });
});

describe("compareVersions", () => {
  it("prefers stable, then higher versions", () => {
    const names = ["foo1", "v1beta2", "v10", "v2", "v1alpha1", "v1beta10", "a"];
    expect(names.sort((a, b) => compareVersions(b, a))).toEqual([
      "v10",
      "v2",
      "v1beta10",
      "v1beta2",
      "v1alpha1",
      "a",
      "foo1",
    ]);
  });
});
