import { expect, test } from "vitest";
import type { KubeObject } from "../meta.ts";
import { copySharingManagers } from "./clone-object.ts";

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
