import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  configurationFor,
  readAdmissionConfiguration,
} from "../../src/admission/configuration/admission-configuration.ts";
import { nodeFiles } from "../../src/admission/configuration/files.ts";
import { parseWebhookAdmission } from "../../src/admission/configuration/webhook-admission.ts";
import type { Json } from "../../src/json/value.ts";
import { type Case, type CaseResult, differs, failedWith, judge, lacks } from "../case.ts";
import { type EffectiveListCase, runEffectiveList } from "./effective-list.ts";
import { type ManifestCase, runManifests } from "./manifests.ts";

interface ConfigurationCase {
  category: string;
  file?: { path: string; content: string | null };
  enabledPlugins?: string[];
  content?: string;
  features?: Record<string, boolean>;
  expected: ExpectedConfiguration;
}

interface ExpectedConfiguration {
  error?: boolean;
  errorContains?: string;
  plugins?: { name: string; path?: string }[];
  pluginConfiguration?: Record<string, Json>;
  kubeConfigFile?: string;
  staticManifestsDir?: string;
}

export async function runAdmissionConfiguration(testCase: Case): Promise<CaseResult> {
  if (testCase.category === "effective-list")
    return runEffectiveList(testCase as unknown as EffectiveListCase);
  if (testCase.category.startsWith("manifest-") || testCase.category === "combined-sources")
    return runManifests(testCase as unknown as ManifestCase);
  const dir = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    const text = JSON.stringify(testCase).replaceAll("{dir}", dir).replaceAll("{existingDir}", dir);
    return runConfiguration(JSON.parse(text) as ConfigurationCase);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function runConfiguration(given: ConfigurationCase): CaseResult {
  switch (given.category) {
    case "admission-configuration":
    case "embedded":
      return compare(given.expected, () => pluginProblems(given));
    case "webhook-plugin-configuration":
      return compare(given.expected, () => settingsProblems(given));
    default:
      return failedWith(`no runner for the category ${given.category}`);
  }
}

function compare(
  { error, errorContains }: ExpectedConfiguration,
  read: () => (string | undefined)[],
): CaseResult {
  let problems: (string | undefined)[];
  try {
    problems = read();
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return error ? judge(lacks("error", message, errorContains)) : failedWith(message);
  }
  return error ? failedWith("expected an error") : judge(...problems);
}

function pluginProblems({ file, enabledPlugins = [], expected }: ConfigurationCase): (string | undefined)[] {
  if (file !== undefined && file.content !== null) writeFileSync(file.path, file.content);
  const plugins = readAdmissionConfiguration(file?.path ?? "", enabledPlugins, nodeFiles);
  const brief = plugins.map(({ name, path }) => ({ name, path }));
  return [
    expected.plugins && differs("plugins", brief, expected.plugins),
    ...Object.entries(expected.pluginConfiguration ?? {}).map(([name, wanted]) => {
      const text = configurationFor(plugins, name, nodeFiles);
      return differs(name, text === undefined ? null : JSON.parse(text), wanted);
    }),
  ];
}

function settingsProblems({ content = "", features, expected }: ConfigurationCase): (string | undefined)[] {
  const manifests = features?.ManifestBasedAdmissionControlConfig ?? false;
  const actual = parseWebhookAdmission(content, { files: nodeFiles, manifests });
  return [
    differs("kubeConfigFile", actual.kubeConfigFile, expected.kubeConfigFile),
    differs("staticManifestsDir", actual.staticManifestsDir, expected.staticManifestsDir),
  ];
}
