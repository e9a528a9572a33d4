import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../api/meta.ts";
import { atOnce } from "../../../async/steps.ts";
import { foreignValue } from "../../../go/foreign-value.ts";
import type { JsonObject } from "../../../json/value.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import { applyConfiguration } from "./apply-configuration.ts";

const POD = builtinShape("core/v1.Pod");
const pod: KubeObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", labels: { a: "1" } },
  spec: { containers: [{ name: "c", image: "i", args: ["x"] }], nodeSelector: { zone: "a" } },
};

const apply = (configuration: JsonObject, object = pod): JsonObject =>
  atOnce(applyConfiguration(POD, object, { apiVersion: "v1", kind: "Pod", ...configuration }));

describe("applyConfiguration", () => {
  it("merges maps, and lists by their keys", () => {
    const changed = apply({
      metadata: { labels: { b: "2" } },
      spec: { containers: [{ name: "c", image: "j" }, { name: "d" }] },
    });
    expect(changed).toMatchObject({
      metadata: { name: "p", labels: { a: "1", b: "2" } },
      spec: {
        containers: [{ name: "c", image: "j", args: ["x"] }, { name: "d" }],
        nodeSelector: { zone: "a" },
      },
    });
    expect(pod.metadata.labels).toEqual({ a: "1" });
  });

  const untyped = "failed to convert patch object to typed object: ";
  const atomic = "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ";
  it.each<[string, JsonObject, string]>([
    ["unknown fields", { spec: { x: 1 } }, `${untyped}.spec.x: field not declared in schema`],
    ["null", { spec: { volumes: null } }, `${untyped}.spec.volumes: expected list, got &{NULL_VALUE}`],
    ["atomic maps", { spec: { nodeSelector: { zone: "b" } } }, `${atomic}.spec.nodeSelector`],
    [
      "atomic lists",
      { spec: { containers: [{ name: "c", args: ["y"], command: ["z"] }] } },
      `${atomic}.spec.containers[0].args, .spec.containers[0].command`,
    ],
  ])("refuses %s", (_, configuration, text) => {
    expect(() => apply(configuration)).toThrow(new Error(text));
  });

  const foreign = foreignValue({ type: "*x.Y", plain: "y", source: "(*x.Y)(0x1)" });
  it.each<[string, JsonObject, string]>([
    [
      "a text",
      { metadata: { labels: { a: foreign } } },
      ".metadata.labels.a: expected string, got &value.valueUnstructured{Value:(*x.Y)(0x1)}",
    ],
    [
      "a number",
      { spec: { priority: foreign } },
      ".spec.priority: expected numeric (int or float), got *x.Y",
    ],
    ["a boolean", { spec: { hostNetwork: foreign } }, ".spec.hostNetwork: expected boolean, got &{y}"],
    [
      "a quantity",
      { spec: { overhead: { cpu: foreign } } },
      ".spec.overhead.cpu: expected any scalar, got &{y}",
    ],
    ["a map", { metadata: { labels: foreign } }, ".metadata.labels: expected map, got &{y}"],
    [
      "an item",
      { spec: { volumes: [foreign] } },
      ".spec.volumes: element 0: associative list with keys may not have non-map elements",
    ],
    ["a list", { spec: { volumes: foreign } }, ".spec.volumes: expected list, got &{y}"],
  ])("refuses what has no form in JSON as %s", (_, configuration, text) => {
    expect(() => apply(configuration)).toThrow(new Error(untyped + text));
  });

  it("refuses an object that its schema does not describe, and items without keys", () => {
    const refused = "failed to convert original object to typed object: ";
    const odd = { ...pod, odd: 1 };
    expect(() => atOnce(applyConfiguration(POD, odd, {}))).toThrow(
      `${refused}.odd: field not declared in schema`,
    );
    const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: {}, secrets: [{ name: "a" }, {}] };
    expect(() => atOnce(applyConfiguration(builtinShape("core/v1.ServiceAccount"), account, {}))).toThrow(
      `${refused}.secrets: element 1: associative list with keys has an element that omits all key fields ["name"] (and doesn't have default values for any key fields)`,
    );
  });
});
