import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import type { KubeObject, ManagedFieldsEntry } from "../meta.ts";
import { copySharingManagers, unreadOf } from "./clone-object.ts";
import { noteEmptied } from "./emptied.ts";

test("copySharingManagers shares the list of managed fields and nothing else", () => {
  const object = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a", labels: { a: "b" }, managedFields: [{ manager: "m" }] },
    spec: { containers: [{ name: "c" }] },
  } as unknown as KubeObject;
  const copy = copySharingManagers(object);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(object));
  expect(copy.metadata.managedFields).toBe(object.metadata.managedFields);
  expect(copy.metadata.labels).not.toBe(object.metadata.labels);
  expect(copy.spec).not.toBe(object.spec);
});

test("copySharingManagers copies what has no managed fields, or no metadata", () => {
  const options = { kind: "PodExecOptions", apiVersion: "v1", command: ["ls"] } as unknown as KubeObject;
  const copy = copySharingManagers(options);
  expect(copy).toEqual(options);
  expect(copy.command).not.toBe(options.command);
});

const POD: KubeObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a" },
  spec: { c: [1] },
  status: { x: {} },
};

test("copySharingManagers shares the members that are those of another object of the kind", () => {
  const copy = copySharingManagers({ ...POD, metadata: { name: "b" }, status: { x: {} } }, POD);
  expect(copy).toEqual({ ...POD, metadata: { name: "b" } });
  expect(copy.spec).toBe(POD.spec);
  expect(copy.status).not.toBe(POD.status);
  expect(copySharingManagers({ ...POD, apiVersion: "v2" }, POD).spec).not.toBe(POD.spec);
});

test("unreadOf gives the members that a patch did not change, unless they can be read in another way", () => {
  const sharedIn = (changes: JsonObject, before = POD) =>
    unreadOf(before, { ...before, ...changes }, { shares: true }).shared;
  expect(sharedIn({ metadata: { name: "b" } })).toEqual({ spec: POD.spec, status: POD.status });
  expect(sharedIn({ spec: { c: [2] } })).toEqual({ status: POD.status });
  expect(sharedIn({ kind: "Node" })).toEqual({});
  expect(sharedIn({ Spec: {} })).toEqual({});
  const noted: JsonObject = { c: [{}] };
  noteEmptied((noted.c as JsonObject[])[0] as JsonObject, "d", "list");
  expect(sharedIn({}, { ...POD, spec: noted })).toEqual({ status: POD.status });
  expect(unreadOf(POD, POD)).toEqual({ value: POD, kept: undefined, shared: {} });
});

test("unreadOf leaves out the managed fields that a patch did not change", () => {
  const managedFields = [{ manager: "m" }] as ManagedFieldsEntry[];
  const before = { ...POD, metadata: { name: "a", managedFields } };
  const { value, kept } = unreadOf(before, {
    ...before,
    metadata: { ...before.metadata, name: "b" },
  } as never);
  expect(kept).toBe(managedFields);
  expect(value.metadata).toEqual({ name: "b" });
});
