import { expect, test } from "vitest";
import { builtinShape } from "../notation/shapes.ts";
import { goContainers } from "./go-containers.ts";

test("goContainers names the structs, lists and maps of a pod as Go does", () => {
  const pod = {
    metadata: {
      labels: { a: "b" },
      managedFields: [{ manager: "m", fieldsV1: { "f:a": {} } }],
    },
    spec: { containers: [{ name: "c", args: ["x"], resources: { limits: { cpu: "1" } } }] },
  };
  const found = [...goContainers(pod, builtinShape("core/v1.Pod"))].map(([, { type }]) => type);
  expect(found.sort()).toEqual([
    "[]string",
    "[]v1.Container",
    "[]v1.ManagedFieldsEntry",
    "map[string]string",
    "v1.Container",
    "v1.ManagedFieldsEntry",
    "v1.ObjectMeta",
    "v1.Pod",
    "v1.PodSpec",
    "v1.ResourceList",
    "v1.ResourceRequirements",
  ]);
});
