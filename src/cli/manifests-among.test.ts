import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lintPaths } from "./lint/lint.ts";
import type { LintFlags } from "./lint/lint-flags.ts";
import { readFiles } from "./lint/read-files.ts";
import { manifestsAmong } from "./manifests-among.ts";
import { ownCommand } from "./own-command.ts";
import { manifestFiles, readManifests, skippedNotes } from "./read-manifests.ts";

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-kustomized-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const named = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const names = async (...paths: string[]) => {
  const { manifests, notes } = await readFiles(paths);
  return { names: manifests.map(({ object }) => (object.metadata as { name: string }).name), notes };
};

test("of a folder with a kustomization what it names as resources is read: patches are no manifests", async () => {
  const folder = folderOf({
    "webhook/kustomization.yaml":
      "resources: [manifests.yaml, ./service.yaml]\npatches: [{path: patch.yaml}]\n",
    "webhook/manifests.yaml": named("a"),
    "webhook/service.yaml": named("b"),
    "webhook/patch.yaml": named("patch"),
    "webhook/commented_out.yaml": named("patch"),
    "webhook/deeper/more.yaml": named("c"),
    "plain/one.yaml": named("d"),
  });
  const { names: found, notes } = await names(folder);
  expect(found.sort()).toEqual(["a", "b", "c", "d"]);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain(join(folder, "webhook/patch.yaml"));
});

test("parts of objects that a test expects, and links to files that are not there, are no manifests", async () => {
  const folder = folderOf({
    "e2e/00-install.yaml": named("a"),
    "e2e/00-assert.yaml": named("part"),
    "e2e/01-errors.yaml": named("part"),
    "e2e/assert-later.yaml": named("part"),
    "asserting.yaml": named("b"),
  });
  symlinkSync(join(folder, "none"), join(folder, "link.yaml"));
  const { names: found, notes } = await names(folder);
  expect(found.sort()).toEqual(["a", "b"]);
  expect(notes).toEqual([expect.stringContaining("because a test expects these objects")]);
});

test("files that a kustomization names for other purposes, and its folder of patches, are no manifests", async () => {
  const folder = folderOf({
    "crd/kustomization.yaml": [
      "resources: [bases/a.yaml, patches/really.yaml]",
      "patches: [{path: changes/webhook.yaml}, {target: {kind: Pod}, patch: '[]'}]",
      "patchesStrategicMerge: [merges/b.yaml, '{kind: Pod}']",
      "configurations: [names/kustomizeconfig.yaml]",
      "# - path: patches/cainjection_in_a.yaml",
    ].join("\n"),
    "crd/bases/a.yaml": named("a"),
    "crd/changes/webhook.yaml": named("patch"),
    "crd/merges/b.yaml": named("patch"),
    "crd/names/kustomizeconfig.yaml": named("patch"),
    "crd/patches/cainjection_in_a.yaml": named("patch"),
    "crd/patches/really.yaml": named("b"),
    "other/patches/one.yaml": named("c"),
  });
  const { names: found, notes } = await names(folder);
  expect(found.sort()).toEqual(["a", "b", "c"]);
  expect(notes).toHaveLength(1);
  expect(await readManifests(folder)).toHaveLength(3);
});

test("files whose objects a kustomization changes are known, with the outermost kustomization", async () => {
  const folder = folderOf({
    "default/kustomization.yaml": "namespace: a\nresources: [../crd, ../plain]\n",
    "crd/kustomization.yaml": "resources: [a.yaml]\n",
    "crd/a.yaml": named("a"),
    "plain/kustomization.yaml": "resources: [b.yaml, ../default]\n",
    "plain/b.yaml": named("b"),
    "other/kustomization.yaml": "resources: [c.yaml]\n",
    "other/c.yaml": named("c"),
  });
  const { changed } = await manifestsAmong(await manifestFiles(folder));
  expect(changed).toEqual(new Map());
  writeFileSync(join(folder, "plain/kustomization.yaml"), "resources: [b.yaml]\n");
  const root = join(folder, "default");
  expect((await manifestsAmong(await manifestFiles(folder))).changed).toEqual(
    new Map([
      [join(folder, "crd/a.yaml"), root],
      [join(folder, "plain/b.yaml"), root],
    ]),
  );
});

test("lint leaves out what need not hold after kustomize, and says so", async () => {
  const folder = folderOf({
    "default/kustomization.yaml": "resources: [../crd]\npatches: [{path: conversion.yaml}]\n",
    "default/conversion.yaml": named("patch"),
    "crd/kustomization.yaml": "resources: [hook.yaml]\n",
    "crd/hook.yaml": HOOK,
  });
  const flags = { failOn: "never", output: "text", color: "never" } as unknown as LintFlags;
  const { text } = await lintPaths([folder], flags);
  expect(text).toContain("(old-review-version)");
  expect(text).not.toContain("(reviews-kube-system)");
  expect(text).toContain(
    "left out, because kustomize changes these objects by patches, names or namespaces: ",
  );
  expect(text).toContain(`\`${ownCommand()} lint -k ${join(folder, "default")}\``);
  expect((await lintPaths([join(folder, "crd/hook.yaml")], flags)).text).toContain("(reviews-kube-system)");
});

const HOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: a }
webhooks:
  - name: a.example.com
    clientConfig: { service: { namespace: system, name: a } }
    failurePolicy: Fail
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
    sideEffects: None
    admissionReviewVersions: [v1beta1]
`;

test("kustomizations that name each other many times are followed once", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `k${at}`);
  const files = names.map((name, at) => {
    const next = `../k${at + 1}`;
    return [`${name}/kustomization.yaml`, `namespace: a\nresources: [a.yaml, ${next}, ./${next}, ../k0]\n`];
  });
  const folder = folderOf({
    ...Object.fromEntries(files),
    "k40/kustomization.yaml": "resources: [a.yaml]\n",
  });
  writeFileSync(join(folder, "kustomization.yaml"), "resources: [k0]\n");
  expect((await manifestsAmong(await manifestFiles(folder))).changed.size).toBe(41);
});

test("of a chart, templates and the files beside Chart.yaml are no manifests, but others are", async () => {
  const folder = folderOf({
    "chart/Chart.yaml": "apiVersion: v2\nname: c\n",
    "chart/values-of-shop.yaml": "on: true\n",
    "chart/templates/hook.yaml": "{{- if .Values.on }}\nkind: A\n{{- end }}\n",
    "chart/templates/plain.yaml": named("a"),
    "chart/crds/crd.yaml": named("b"),
    "templates/other.yaml": named("c"),
  });
  const { manifests, notes, findings } = await readFiles([folder]);
  expect(manifests.map(({ object }) => (object.metadata as { name: string }).name)).toEqual(["b", "a", "c"]);
  expect(await skippedNotes([folder])).toEqual(notes);
  expect(findings).toEqual([]);
  expect(notes).toEqual([
    `templates of the chart ${join(folder, "chart")} skipped; check the output of \`helm template ${join(folder, "chart")}\` instead`,
  ]);
});

test("objects of other programs in a folder are no manifests, and a template that is given by its name is told", async () => {
  const folder = folderOf({
    "a.yaml": named("a"),
    "compose.yaml": "services: {}\n",
    "values.yaml": "image: a\n",
    "sub/hook.yaml": "metadata: { name: b }\n",
  });
  expect((await readManifests(folder)).map(({ line }) => line([]))).toEqual([
    `${join(folder, "a.yaml")}:1`,
    `${join(folder, "sub/hook.yaml")}:1`,
  ]);
  const template = join(folderOf({ "t.yaml": "{{- if .Values.a }}\nkind: A\n{{- end }}\n" }), "t.yaml");
  await expect(readManifests(template)).rejects.toThrow(
    /: yaml: .*: it has \{\{ \}\} as templates of Helm have/,
  );
});

test("the note about skipped files names few of many", async () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.yaml`, named("patch")]));
  const { notes } = await names(folderOf({ ...many, "kustomization.yaml": "resources: []\n" }));
  expect(notes[0]).toMatch(/4\.yaml and 4 more; check/);
});

test("a file that is given by its name is read", async () => {
  const folder = folderOf({ "kustomization.yaml": "resources: []\n", "patch.yaml": named("patch") });
  expect(await names(join(folder, "patch.yaml"))).toEqual({ names: ["patch"], notes: [] });
});

test("a kustomization that cannot be read leaves nothing else out", async () => {
  const folder = folderOf({ "kustomization.yaml": "resources: [\n", "one.yaml": named("a") });
  expect((await names(folder)).names).toEqual(["a"]);
});
