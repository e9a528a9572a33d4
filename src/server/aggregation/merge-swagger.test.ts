import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { mergeSwagger } from "./merge-swagger.ts";
import { pathsOnly } from "./swagger-parts.ts";

const using = (name: string): JsonObject => ({ get: { schema: { $ref: `#/definitions/${name}` } } });
const GVK = "x-kubernetes-group-version-kind";
const kind = (group: string) => ({ group, kind: "Options", version: "v1" });

describe("mergeSwagger", () => {
  test("gives what is another thing of the same name a free one, also where it is used", () => {
    const first = { paths: { "/a": using("a") }, definitions: { a: { type: "string" } } };
    const theirs = { a: { type: "object", items: { $ref: "#/definitions/a" } }, a_v2: { type: "number" } };
    const second = { paths: { "/b": using("a"), "/c": using("a_v2") }, definitions: theirs };
    expect(mergeSwagger(first, second)).toEqual({
      paths: { "/a": using("a"), "/b": using("a_v3"), "/c": using("a_v2") },
      definitions: {
        a: { type: "string" },
        a_v2: { type: "number" },
        a_v3: { type: "object", items: { $ref: "#/definitions/a_v3" } },
      },
      parameters: {},
    });
    const again = mergeSwagger(mergeSwagger(first, second), {
      paths: { "/d": using("a") },
      definitions: { a: { type: "number" } },
    });
    expect(record(again.paths)["/d"]).toEqual(using("a_v2"));
  });

  test("keeps paths of the first, and what only they need is not taken over", () => {
    const first = { paths: { "/a": {} }, definitions: {} };
    const second = { paths: { "/a": using("a") }, definitions: { a: {} } };
    expect(mergeSwagger(first, second)).toBe(first);
  });

  test("adds kinds to what is the same otherwise", () => {
    const options = (...groups: string[]) => ({ o: { type: "object", [GVK]: groups.map(kind) } });
    const first = { paths: {}, definitions: options("b") };
    const second = { paths: { "/b": using("o") }, definitions: options("a", "b") };
    expect(mergeSwagger(first, second).definitions).toEqual(options("a", "b"));
    expect(first.definitions).toEqual(options("b"));
  });
});

test("pathsOnly() leaves out what only other paths needed", () => {
  const definitions = { a: { $ref: "#/definitions/b" }, b: {}, c: {}, unused: {} };
  const document = { paths: { "/a": using("a"), "/c": using("c") }, definitions };
  expect(pathsOnly(document, (path) => path === "/c").definitions).toEqual({ c: {}, unused: {} });
});

const record = (value: unknown): JsonObject => value as JsonObject;
