import { expect, test } from "vitest";
import { roundTripNode } from "./defaults.ts";

test.each([
  [{ podCIDRs: ["10.0.0.0/24"] }, { podCIDR: "10.0.0.0/24", podCIDRs: ["10.0.0.0/24"] }],
  [{ podCIDR: "10.0.0.0/24" }, { podCIDR: "10.0.0.0/24", podCIDRs: ["10.0.0.0/24"] }],
  [{ podCIDRs: [""] }, { podCIDRs: [""] }],
])("roundTripNode() keeps podCIDR and podCIDRs alike, an empty one is not shown: %j", (spec, filled) => {
  const node = { spec: { ...spec } };
  roundTripNode(node as never);
  expect(node.spec).toEqual(filled);
});
