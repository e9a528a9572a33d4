import { expect, test } from "vitest";
import { compileStructural } from "./structural.ts";

test("toShape tells lists, keys and their defaults, maps and what is open", () => {
  const schema = compileStructural({
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          ports: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["port", "protocol"],
            items: {
              type: "object",
              required: ["port"],
              properties: { port: { type: "integer" }, protocol: { type: "string", default: "TCP" } },
            },
          },
          plain: { type: "array", items: { type: "string" } },
          map: { type: "object", additionalProperties: { type: "boolean" } },
          whole: { type: "object", "x-kubernetes-map-type": "atomic", properties: {} },
          open: { "x-kubernetes-preserve-unknown-fields": true },
          free: { type: "object" },
          closed: { type: "object", additionalProperties: false },
        },
      },
    },
  });
  const shape = schema.toShape({ kind: "any" });
  expect([...shape.fields.keys()]).toEqual(["spec", "apiVersion", "kind", "metadata"]);
  const spec = shape.fields.get("spec")?.shape;
  if (spec?.kind !== "object") throw new Error("spec is an object");
  expect(spec.fields.get("ports")?.shape).toMatchObject({
    kind: "list",
    listType: "map",
    keys: ["port", "protocol"],
    keyDefaults: new Map([["protocol", "TCP"]]),
  });
  expect(spec.fields.get("plain")?.shape).toMatchObject({ kind: "list", listType: "atomic", keys: [] });
  expect(spec.fields.get("map")?.shape).toMatchObject({
    kind: "map",
    value: { scalar: "boolean" },
    atomic: false,
  });
  expect(spec.fields.get("whole")?.shape).toMatchObject({ kind: "object", atomic: true });
  expect(spec.fields.get("open")?.shape).toEqual({ kind: "any" });
  expect(spec.fields.get("free")?.shape).toMatchObject({ kind: "object", preserveUnknown: true });
  expect(spec.fields.get("closed")?.shape).toMatchObject({ kind: "object", preserveUnknown: false });
});
