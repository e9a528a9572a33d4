import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../../../api/meta.ts";
import { formatQuantity } from "../../../../api/quantity/quantity.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { Attributes } from "../../../attributes.ts";
import { CLAIMS } from "./quota-claims.ts";
import type { QuotaEvaluator } from "./quota-evaluator.ts";

const objectOf = (spec: JsonObject, status: JsonObject = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "X",
  metadata: { name: "x" },
  spec,
  status,
});
const usage = ({ usage }: QuotaEvaluator, object: KubeObject): Record<string, string> =>
  Object.fromEntries([...usage(object, 0)].map(([name, amount]) => [name, formatQuantity(amount)]));

describe("claims of storage", () => {
  const asked = (storage: string): JsonObject => ({ resources: { requests: { storage } } });
  const storage = (spec: JsonObject, status?: JsonObject): string | undefined =>
    usage(CLAIMS, objectOf(spec, status))["requests.storage"];

  test("count whole bytes, and what is allocated where that is more", () => {
    expect(storage(asked("1500m"))).toBe("2");
    expect(storage(asked("1000m"))).toBe("1");
    expect(storage(asked("1Gi"))).toBe("1Gi");
    expect(storage(asked("1Gi"), { allocatedResources: { storage: "5Gi" } })).toBe("5Gi");
    expect(storage(asked("1Gi"), { allocatedResources: { storage: "5" } })).toBe("1Gi");
  });

  test("count when their status changes", () => {
    const attributes = { operation: "UPDATE", subresource: "status" } as Attributes;
    expect(CLAIMS.handles(attributes, objectOf({}))).toBe(true);
  });

  test.each<[operator: string, values: string[], spec: JsonObject, status: JsonObject, holds: boolean]>([
    ["Exists", [], { volumeAttributesClassName: "fast" }, {}, true],
    ["Exists", [], {}, { currentVolumeAttributesClassName: "fast" }, true],
    ["Exists", [], {}, {}, false],
    ["DoesNotExist", [], {}, {}, true],
    [
      "In",
      ["fast"],
      { volumeAttributesClassName: "slow" },
      { modifyVolumeStatus: { targetVolumeAttributesClassName: "fast" } },
      true,
    ],
    ["In", ["fast"], {}, {}, false],
    ["NotIn", ["fast"], {}, {}, true],
    ["NotIn", ["fast"], { volumeAttributesClassName: "fast" }, {}, false],
  ])("%s %j holds for the classes of %j and %j: %s", (operator, values, spec, status, holds) => {
    const scope = { scopeName: "VolumeAttributesClass", operator, values };
    expect(CLAIMS.inScope?.(scope, objectOf(spec, status))).toBe(holds);
  });
});
