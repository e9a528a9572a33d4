import { expect, test } from "vitest";
import { containersIn, ObjectForms } from "./typed-variables.ts";

test("objects are JSON until match conditions are evaluated, and keep that form until they are replaced", () => {
  const forms = new ObjectForms();
  expect(forms.take()).toEqual({ object: false, oldObject: false });
  forms.noteConditions();
  expect(forms.take()).toEqual({ object: false, oldObject: false });
  forms.noteReplaced();
  expect(forms.take()).toEqual({ object: true, oldObject: false });
});

test("match conditions before the first mutation decide the form of both objects", () => {
  const forms = new ObjectForms();
  forms.noteConditions();
  expect(forms.take()).toEqual({ object: true, oldObject: true });
});

test("containersIn searches only variables whose kind is given", () => {
  const labels = {};
  const pod = { group: "", version: "v1", kind: "Pod" };
  const activation = { object: { labels }, oldObject: { labels: {} }, namespaceObject: null };
  const list = { kind: "map", type: "map[string]string" } as const;
  const searched: unknown[] = [];
  const found = containersIn(
    activation,
    { object: pod, oldObject: undefined, params: pod },
    (value, kind) => {
      searched.push([value, kind]);
      return [[labels, list]];
    },
  );
  expect(searched).toEqual([]);
  expect([found(labels), found({})]).toEqual([list, undefined]);
  expect(searched).toEqual([[activation.object, pod]]);
});
