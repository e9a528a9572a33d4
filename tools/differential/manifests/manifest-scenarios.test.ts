import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { manifestScenarios } from "./manifest-scenarios.ts";

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { kind: Boat, plural: boats }
  versions: [{ name: v1, served: true, storage: true }]
---
{ apiVersion: example.com/v1, kind: Boat, metadata: { name: a } }
`;
const list = { kind: "List", items: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "b" } }] };
const template = "{ apiVersion: v1, kind: Secret, metadata: { name: {{ .Values.name }} } }";

const folder = folderForTests();
mkdirSync(join(folder, "deep"));
writeFileSync(join(folder, "deep/definition.yaml"), definition);
writeFileSync(join(folder, "list.json"), JSON.stringify(list));
writeFileSync(join(folder, "template.yml"), template);

it("creates what is in the files of a folder, after its definition, and leaves out templates", () => {
  const posts = manifestScenarios(folder).map((scenario) => [
    scenario.name,
    ...new Set(
      scenario
        .toCase()
        .steps.filter(({ method }) => method === "POST")
        .map(({ path }) => path),
    ),
  ]);
  expect(posts).toEqual([
    ["ConfigMap-v1-0", "/api/v1/namespaces/{{ns}}/configmaps"],
    [
      "custom-example.com",
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      "/apis/example.com/v1/boats",
    ],
  ]);
});
