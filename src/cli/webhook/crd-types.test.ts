import { expect, test } from "vitest";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";
import { crdTypes } from "./crd-types.ts";

const boats = definitionOf("Boat", [
  {
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: {
          metadata: { type: "object" },
          spec: {
            type: "object",
            required: ["length"],
            properties: {
              length: { type: "integer", description: "In feet,\n*/ from end to end." },
              colour: { type: "string", enum: ["red", "blue"], default: "red" },
              "tank-size": { "x-kubernetes-int-or-string": true },
              crew: {
                type: "array",
                items: { type: "object", properties: { name: { type: "string", nullable: true } } },
              },
              tags: { type: "object", additionalProperties: { type: "string" } },
              free: { "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
      },
    },
  },
]);

test("types are made from the schema of a definition", () => {
  expect(crdTypes([boats])).toBe(`/** example.com/v1 */
export type BoatV1 = {
  apiVersion: "example.com/v1";
  kind: "Boat";
  metadata: import("sallyport/kinds").metaV1.ObjectMeta;
  spec?: {
    /** In feet, * / from end to end. */
    length: number;
    colour: "red" | "blue";
    "tank-size"?: number | string;
    crew?: ({
      name?: string | null;
    })[];
    tags?: { [key: string]: string };
    free?: unknown;
  };
};
export type Boat = BoatV1;
`);
});

test("without a definition there is nothing to make types of", () => {
  expect(() => crdTypes([{ kind: "Pod" }])).toThrow("no CustomResourceDefinition");
});

test.each([
  ["spec.names.kind", "Foo {}\nevil();\ninterface X", "example.com", "v1"],
  ["spec.group", "Boat", 'ex.io"; evil()//', "v1"],
  ["spec.group", "Boat", "*/evil()/*", "v1"],
  ["spec.versions[].name", "Boat", "example.com", "v1 = {}; evil()"],
])("crdTypes() refuses %s that would become code", (path, kind, group, version) => {
  const spec = { group, names: { kind }, versions: [{ name: version, storage: true }] };
  const definition = { kind: "CustomResourceDefinition", metadata: { name: "x" }, spec };
  expect(() => crdTypes([definition])).toThrow(`CustomResourceDefinition "x": ${path}: `);
});

test("crdTypes() names the type of a kind with a hyphen", () => {
  const spec = { group: "a.b", names: { kind: "Tug-Boat" }, versions: [{ name: "v1", storage: true }] };
  const types = crdTypes([{ kind: "CustomResourceDefinition", metadata: { name: "x" }, spec }]);
  expect(types).toContain("export type Tug_BoatV1 = {");
  expect(types).toContain('kind: "Tug-Boat";');
});
