import { expect, test } from "vitest";
import { atOnce } from "../../async/steps.ts";
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

test("an apply configuration leaves the fields of managers sorted", () => {
  const fieldsV1 = { "f:ports": { ".": {}, 'k:{"port":5}': {}, 'k:{"port":100}': {} } };
  const object = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "a", managedFields: [{ fieldsV1 }] },
  };
  const ports = {
    ...stubPorts(),
    mutations: {
      isCustom: () => false,
      applyConfiguration: function* (before: object) {
        yield;
        return { ...before };
      },
    } as never,
    decode: (value: object) => structuredClone(value) as never,
    applyDefaults: () => undefined,
  };
  const service = { group: "", version: "v1", kind: "Service" };
  const made = atOnce(
    applyMutation(
      { kind: "apply", configuration: {} },
      object,
      { kind: service, converted: false } as Invocation,
      service,
      ports,
    ),
  );
  const found =
    made.kind === "object" ? made.object.metadata.managedFields?.[0]?.fieldsV1?.["f:ports"] : made;
  expect(Object.keys(found as object)).toEqual([".", 'k:{"port":100}', 'k:{"port":5}']);
  expect(Object.keys(fieldsV1["f:ports"])).toEqual([".", 'k:{"port":5}', 'k:{"port":100}']);
});
