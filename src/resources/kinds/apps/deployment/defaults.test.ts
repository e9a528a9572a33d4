import { expect, test } from "vitest";
import type { JsonObject } from "../../../../json/value.ts";
import { builtinResources } from "../../index.ts";

const RESOURCES = builtinResources({ v1beta1Registration: false });

/** Webhooks get an object before it is converted, so they see only the defaults (apps/v1/conversion.go). */
test.each([
  ["deployments", "strategy", { type: "Recreate" }, { maxUnavailable: 0, maxSurge: 0 }],
  ["daemonsets", "updateStrategy", { type: "OnDelete" }, { maxUnavailable: 0, maxSurge: 0 }],
  ["statefulsets", "updateStrategy", { type: "OnDelete" }, { partition: 0 }],
])("steps of %s that are not used become 0 when the object is converted", (plural, member, type, steps) => {
  const kind = RESOURCES.find((one) => one.group === "apps" && one.plural === plural)!.hub;
  const filled = (fill: "fillDefaults" | "applyDefaults"): unknown => {
    const spec: JsonObject = { [member]: { ...type, rollingUpdate: {} } };
    const object = { apiVersion: "apps/v1", kind: kind.kind, metadata: { name: "a" }, spec };
    kind[fill]?.(object);
    return spec[member];
  };
  expect(filled("fillDefaults")).toEqual({ ...type, rollingUpdate: {} });
  expect(filled("applyDefaults")).toEqual({ ...type, rollingUpdate: steps });
});
