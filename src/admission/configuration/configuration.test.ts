import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { sharedFile } from "../../../test/tools/shared-folder.tool.ts";
import { configurationFor, readAdmissionConfiguration } from "./admission-configuration.ts";
import { nodeFiles } from "./files.ts";
import { parseWebhookAdmission, webhookAdmissionFor } from "./webhook-admission.ts";

interface Case {
  readonly name: string;
  readonly category: string;
  readonly file?: { readonly path: string; readonly content: string | null };
  readonly enabledPlugins?: readonly string[];
  readonly content?: string;
  readonly features?: Readonly<Record<string, boolean>>;
  readonly expected: {
    readonly error?: boolean;
    readonly errorContains?: string;
    readonly plugins?: readonly { readonly name: string; readonly path?: string }[];
    readonly pluginConfiguration?: Readonly<Record<string, unknown>>;
    readonly kubeConfigFile?: string;
    readonly staticManifestsDir?: string;
  };
}

const path = sharedFile("conformance/admission-configuration.json");
const cases: readonly Case[] = path === undefined ? [] : JSON.parse(readFileSync(path, "utf8")).cases;
const inCategories = (...categories: string[]): readonly Case[] =>
  cases.filter((one) => categories.includes(one.category));
const dir = folderForTests();

const here = (text: string): string => text.replaceAll("{dir}", dir).replaceAll("{existingDir}", dir);

function write(name: string, content: string): string {
  const file = join(dir, name);
  writeFileSync(file, content);
  return file;
}

describe.skipIf(path === undefined)(
  "admission configuration (shared data; skipped when it is not beside the checkout)",
  () => {
    it.each(inCategories("admission-configuration", "embedded"))(
      "readAdmissionConfiguration: $name",
      (one) => {
        const { file, enabledPlugins = [], expected } = one;
        if (file !== undefined && file.content !== null) write("admission.json", file.content);
        const read = () =>
          readAdmissionConfiguration(file === undefined ? "" : here(file.path), enabledPlugins, nodeFiles);
        if (expected.error) {
          expect(read).toThrow(expected.errorContains);
          return;
        }
        const plugins = read();
        const brief = plugins.map(({ name, path: at }) => (at === "" ? { name } : { name, path: at }));
        if (expected.plugins !== undefined) {
          expect(brief).toEqual(
            expected.plugins.map(({ name, path: at }) =>
              at === undefined ? { name } : { name, path: here(at) },
            ),
          );
        }
        for (const [name, configuration] of Object.entries(expected.pluginConfiguration ?? {})) {
          const text = configurationFor(plugins, name, nodeFiles);
          expect(text === undefined ? null : JSON.parse(text)).toEqual(configuration);
        }
      },
    );

    it.each(inCategories("webhook-plugin-configuration"))(
      "parseWebhookAdmission: $name",
      ({ content = "", features, expected }) => {
        const manifests = features?.ManifestBasedAdmissionControlConfig ?? false;
        const parse = () => parseWebhookAdmission(here(content), { files: nodeFiles, manifests });
        if (expected.error) {
          expect(parse).toThrow(expected.errorContains);
          return;
        }
        const { kubeConfigFile = "", staticManifestsDir = "" } = expected;
        expect(parse()).toEqual({ kubeConfigFile, staticManifestsDir: here(staticManifestsDir) });
      },
    );
  },
);

function messageOf(use: () => unknown): string {
  try {
    use();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";

describe("readAdmissionConfiguration", () => {
  it.each([
    ["an empty file", "", "Object 'Kind' is missing in ''"],
    ["a file without a kind", "some: thing\n", "Object 'Kind' is missing in 'some: thing\n'"],
    [
      "a file without a version",
      "kind: AdmissionConfiguration\n",
      "Object 'apiVersion' is missing in 'kind: AdmissionConfiguration\n'",
    ],
    [
      "another kind",
      "apiVersion: v1\nkind: Pod\n",
      'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      "a kind for something else",
      "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n",
      "unexpected type: *apiserver.EncryptionConfiguration",
    ],
    [
      "unknown fields",
      `${HEAD}plugins:\n- name: V\n  foo: bar\nextra: 1\n`,
      'strict decoding error: unknown field "extra", unknown field "plugins[0].foo"',
    ],
    [
      "fields given twice",
      `${HEAD}plugins:\n- name: V\n  name: B\n  foo: x\nkind: AdmissionConfiguration\n`,
      'strict decoding error: yaml: unmarshal errors:\n  line 5: key "name" already set in map\n  line 7: key "kind" already set in map, unknown field "plugins[0].foo"',
    ],
    [
      "stray fields in JSON",
      '{"apiVersion":"apiserver.config.k8s.io/v1","kind":"AdmissionConfiguration","plugins":[{"name":"A","foo":1,"name":"B"}],"extra":1,"Plugins":[]}',
      'strict decoding error: unknown field "plugins[0].foo", duplicate field "plugins[0].name", unknown field "extra", unknown field "Plugins"',
    ],
    [
      "an object for a list",
      `${HEAD}plugins: {name: x}\n`,
      "json: cannot unmarshal object into Go struct field AdmissionConfiguration.plugins of type []v1.AdmissionPluginConfiguration",
    ],
    [
      "a number for a name",
      `${HEAD}plugins:\n- name: 5\n`,
      "json: cannot unmarshal number into Go struct field AdmissionPluginConfiguration.plugins.name of type string",
    ],
    ["no YAML", "a: b: c\n - x\n", "yaml: mapping values are not allowed in this context"],
  ])("readAdmissionConfiguration refuses %s as the reference does", (_name, content, expected) => {
    const file = write("refused.yaml", content);
    expect(messageOf(() => readAdmissionConfiguration(file, [], nodeFiles))).toBe(expected);
  });

  it("readAdmissionConfiguration finds the files of plugins beside its own", () => {
    write(
      "inner.yaml",
      "apiVersion: apiserver.config.k8s.io/v1alpha1\nkind: WebhookAdmission\nkubeConfigFile: /x\n",
    );
    const file = write(
      "outer.yaml",
      "apiVersion: apiserver.k8s.io/v1alpha1\nkind: AdmissionConfiguration\nplugins:\n- name: MutatingAdmissionWebhook\n  path: inner.yaml\n- name: Other\n  path: absent.yaml\n",
    );
    const plugins = readAdmissionConfiguration(file, [], nodeFiles);
    expect(webhookAdmissionFor(plugins, "MutatingAdmissionWebhook", { files: nodeFiles })).toEqual({
      kubeConfigFile: "/x",
      staticManifestsDir: "",
    });
    expect(
      webhookAdmissionFor(plugins, "ValidatingAdmissionWebhook", { files: nodeFiles }).kubeConfigFile,
    ).toBe("");
    const absent = `Couldn't open admission plugin configuration ${dir}/absent.yaml: open ${dir}/absent.yaml: no such file or directory`;
    expect(() => configurationFor(plugins, "Other", nodeFiles)).toThrow(absent);
  });
});

describe("webhookAdmissionFor", () => {
  const inner = (configuration: object) => [
    { name: "ValidatingAdmissionWebhook", path: "", configuration: { ...configuration } },
  ];
  const settings = (fields: object) =>
    inner({ apiVersion: "apiserver.config.k8s.io/v1", kind: "WebhookAdmissionConfiguration", ...fields });
  it.each([
    [
      "a relative path",
      settings({ kubeConfigFile: "rel/x" }),
      'kubeConfigFile: Invalid value: "rel/x": must be an absolute file path',
    ],
    [
      "unknown fields",
      settings({ kubeConfigFil: "/x" }),
      'strict decoding error: unknown field "kubeConfigFil"',
    ],
    [
      "a number",
      settings({ kubeConfigFile: 5 }),
      "json: cannot unmarshal number into Go struct field WebhookAdmission.kubeConfigFile of type string",
    ],
    ["no kind", inner({ foo: "bar" }), "Object 'Kind' is missing in '{\"foo\":\"bar\"}'"],
    [
      "manifests",
      settings({ staticManifestsDir: "rel" }),
      "staticManifestsDir: Forbidden: staticManifestsDir requires the ManifestBasedAdmissionControlConfig feature gate to be enabled",
    ],
  ])("webhookAdmissionFor refuses %s as the reference does", (_name, plugins, expected) => {
    const read = () => webhookAdmissionFor(plugins, "ValidatingAdmissionWebhook", { files: nodeFiles });
    expect(messageOf(read)).toBe(`couldn't init admission plugin "ValidatingAdmissionWebhook": ${expected}`);
  });

  it("webhookAdmissionFor looks at the manifests directory when the feature is on", () => {
    const read = (staticManifestsDir: string) =>
      webhookAdmissionFor(settings({ staticManifestsDir }), "ValidatingAdmissionWebhook", {
        files: nodeFiles,
        manifests: true,
      });
    expect(read(dir).staticManifestsDir).toBe(dir);
    const file = write("plain", "");
    expect(() => read(file)).toThrow(`staticManifestsDir: Invalid value: "${file}": must be a directory`);
    expect(() => read("/nonexistent/x")).toThrow(
      "unable to read: stat /nonexistent/x: no such file or directory",
    );
  });
});
