import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { Workspace } from "./workspace.ts";

const PATCH = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec: { conversion: { strategy: None } }
`;

test("patches of a kustomization are no manifests, until the kustomization is gone", async () => {
  const folder = folderForTest();
  mkdirSync(join(folder, "patches"));
  const [kustomization, patch] = [join(folder, "kustomization.yaml"), join(folder, "patches/boats.yaml")];
  writeFileSync(kustomization, "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n");
  writeFileSync(patch, PATCH);
  const uri = pathToFileURL(patch).href;
  const workspace = new Workspace();
  await workspace.addFolder(folder);
  await workspace.change(uri, PATCH);
  expect(workspace.manifests).toEqual([]);
  expect([...(await workspace.findings())]).toEqual([[uri, []]]);

  rmSync(kustomization);
  await workspace.readAgain([pathToFileURL(kustomization).href]);
  expect(workspace.manifests).toHaveLength(1);
  expect((await workspace.findings()).get(uri)).not.toEqual([]);
});
