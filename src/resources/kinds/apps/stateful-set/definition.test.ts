import { expect, test } from "vitest";
import { builtinStrategy } from "../../../../../test/tools/builtin-strategy.tool.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";

const setOf = (storage: string): KubeObject => ({
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "s", generation: 1 },
  spec: {
    template: { spec: { containers: [] } },
    volumeClaimTemplates: [
      { metadata: { name: "v" }, spec: { resources: { requests: { storage } } } },
    ] as unknown as JsonObject[],
  },
});

test("templates of claims that ask for a fraction of a byte are warned of", () => {
  const { warnings } = builtinStrategy("apps/statefulsets");
  const told = (at: string): string =>
    `spec.volumeClaimTemplates[0].${at}resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer`;
  expect(warnings?.(setOf("1500m"), undefined, {})).toEqual([told("")]);
  expect(warnings?.(setOf("1500m"), setOf("1500m"), {})).toEqual([told("Spec.")]);
  expect(warnings?.(setOf("2"), undefined, {})).toEqual([]);
});
