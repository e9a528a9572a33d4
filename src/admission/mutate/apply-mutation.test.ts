import { expect, test } from "vitest";
import { atOnce } from "../../api/steps.ts";
import type { Invocation } from "../hook.ts";
import { stubPorts } from "../stub-ports.ts";
import { applyMutation } from "./apply-mutation.ts";

const WIDGET = { group: "example.com", version: "v1", kind: "Widget" };

test("a custom resource that says another kind has the defaults of its own", () => {
  const kinds: string[] = [];
  const ports = {
    ...stubPorts(),
    mutations: { isCustom: () => true } as never,
    decode: (object: object) => object as never,
    applyDefaults: (_object: object, { kind }: { kind: string }) => void kinds.push(kind),
  };
  const operations = [{ op: "replace", path: "/kind", value: "Other" }];
  const result = atOnce(
    applyMutation(
      { kind: "patch", patch: { operations, raw: false } },
      { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" } },
      { kind: WIDGET, converted: false } as Invocation,
      WIDGET,
      ports,
    ),
  );
  expect(result).toMatchObject({ kind: "object", object: { kind: "Other" } });
  expect(kinds).toEqual(["Widget"]);
});
