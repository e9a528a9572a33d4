import { describe, expect, it } from "vitest";
import { clone } from "../../json/object.ts";
import { builtinResources } from "../kinds/index.ts";
import { createRegistry } from "../registry.ts";
import { bootObjects } from "./boot-objects.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: false }));

describe("bootObjects", () => {
  it("are of known kinds and nothing in them is unknown", () => {
    for (const object of bootObjects({ serviceCidr: "10.0.0.0/24" })) {
      const [group = "", version = ""] = object.apiVersion?.includes("/")
        ? object.apiVersion.split("/")
        : ["", "v1"];
      const unknown: string[] = [];
      const kind = registry.kind(group, version, object.kind ?? "");
      kind?.decode(clone(object), { unknown: (path) => unknown.push(path) });
      expect([kind?.kind, unknown]).toEqual([object.kind, []]);
    }
  });

  it("have the roles that others build on", () => {
    const role = bootObjects().find(
      ({ kind, metadata }) => kind === "ClusterRole" && metadata.name === "cluster-admin",
    );
    expect(role?.rules).toEqual([
      { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], nonResourceURLs: ["*"] },
    ]);
  });
});
