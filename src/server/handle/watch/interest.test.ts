import { describe, expect, test } from "vitest";
import { Document } from "../../../api/object/document.ts";
import type { JsonObject } from "../../../json/value.ts";
import { builtinResources } from "../../../resources/kinds/index.ts";
import { createRegistry } from "../../../resources/registry.ts";
import { decodeSelectors } from "../read/list-options.ts";
import { selectionOf } from "../read/selection.ts";
import { interestOf } from "./interest.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: false }));

function interest(query: string, name = "") {
  const found = registry.find("", "v1", "pods");
  if (found === undefined) return expect.unreachable();
  const target = { ...found, subresource: undefined, namespace: "", name };
  return interestOf(target, selectionOf(found.kind, decodeSelectors(new URLSearchParams(query)), name));
}

const pod = (metadata: JsonObject, nodeName?: string): Document =>
  new Document({ metadata, ...(nodeName === undefined ? { spec: {} } : { spec: { nodeName } }) });

describe("interestOf", () => {
  test.each([
    ["fieldSelector=spec.nodeName=a", "field spec.nodeName", "a"],
    ["fieldSelector=status.phase=Running,metadata.name=x", "name metadata.name", "x"],
    ["labelSelector=b=2,a=1", "label a", "1"],
    ["labelSelector=a in (1)", "label a", "1"],
    ["labelSelector=a=1&fieldSelector=spec.nodeName=b", "field spec.nodeName", "b"],
  ])("finds the value that a selected object must have: %s", (query, place, value) => {
    expect(interest(query)).toMatchObject({ place, value });
  });

  test("takes the whole selector where it leaves the value open, the same for the same text", () => {
    for (const query of ["labelSelector=a!=1", "labelSelector=a in (1,2)", "fieldSelector=spec.nodeName!=a"])
      expect(interest(query)?.place).toBe(interest(query)?.place);
    const found = interest("labelSelector=a!=1");
    expect([found?.read(pod({})), found?.read(pod({ labels: { a: "1" } }))]).toEqual(["", undefined]);
  });

  test("reads what is not there as nothing", () => {
    expect(interest("labelSelector=constructor=1")?.read(pod({ labels: {} }))).toBeUndefined();
    expect(interest("fieldSelector=spec.nodeName=")?.read(pod({}))).toBe("");
  });

  test("has none for who wants everything", () => {
    expect(interest("")).toBeUndefined();
  });
});
