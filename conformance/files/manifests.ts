import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFolderFiles } from "../../src/admission/configuration/files.ts";
import { loadWebhooks } from "../../src/admission/manifests/load-webhooks.ts";
import { type Manifest, NO_MANIFESTS } from "../../src/admission/manifests/manifest.ts";
import { readManifestFiles } from "../../src/admission/manifests/manifest-files.ts";
import { type LoadOutcome, ManifestSource } from "../../src/admission/manifests/manifest-source.ts";
import { compilePlan } from "../../src/admission/plan.ts";
import { compileExpression } from "../../src/cluster/compile-expressions.ts";
import { admissionregistration } from "../../src/resources/kinds/admissionregistration/group.ts";
import { createRegistry } from "../../src/resources/registry.ts";
import { manifestReader } from "../../src/server/admit/manifests/read-document.ts";
import { type CaseResult, differs, failedWith, judge, lacks } from "../case.ts";

export interface ManifestCase {
  category: string;
  kind?: "Mutating" | "Validating";
  directory?: Record<string, string>;
  directoryPath?: string;
  steps?: Step[];
  static?: string[];
  stored?: string[];
  staticSynced?: boolean;
  storedSynced?: boolean;
  expected: Expected;
}

interface Expected {
  error?: boolean;
  errorContains?: string;
  documents?: number;
  documentContains?: string[];
  hashEmpty?: boolean;
  configurations?: string[];
  webhooks?: string[];
  ready?: boolean;
}

interface Step {
  directory: Record<string, string>;
  expected: { loadError?: boolean; webhooks?: string[]; reload?: "failure" | "none" | "success" };
}

const SOURCES = {
  files: nodeFolderFiles,
  read: manifestReader(() => createRegistry(admissionregistration({ compile: compileExpression }).resources)),
};

export async function runManifests(given: ManifestCase): Promise<CaseResult> {
  const dir = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    switch (given.category) {
      case "manifest-documents":
      case "manifest-directory":
        return await compare(given.expected, () => documentProblems(given, dir));
      case "manifest-loading":
        return await compare(given.expected, () => loadProblems(given, dir));
      case "manifest-reload":
        return judge(...(await stepProblems(given.steps ?? [], dir)));
      default:
        return judge(...combinedProblems(given));
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}

async function compare(
  { error, errorContains }: Expected,
  read: () => Promise<(string | undefined)[]>,
): Promise<CaseResult> {
  let problems: (string | undefined)[];
  try {
    problems = await read();
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return error ? judge(lacks("error", message, errorContains)) : failedWith(message);
  }
  return error ? failedWith("expected an error") : judge(...problems);
}

function write(dir: string, directory: Record<string, string> = {}): string {
  mkdirSync(dir, { recursive: true });
  for (const name of readdirSync(dir)) rmSync(join(dir, name));
  for (const [name, content] of Object.entries(directory)) writeFileSync(join(dir, name), content);
  return dir;
}

async function documentProblems(given: ManifestCase, dir: string): Promise<(string | undefined)[]> {
  const { documents, hash } = await readManifestFiles(
    given.directoryPath ?? write(dir, given.directory),
    nodeFolderFiles,
  );
  const { documentContains = [], hashEmpty, documents: count } = given.expected;
  return [
    differs("documents", documents.length, count),
    hashEmpty === undefined ? undefined : differs("hash is empty", hash === "", hashEmpty),
    ...documentContains.map((part, i) => lacks(`document ${i}`, documents[i]?.text ?? "", part)),
  ];
}

const load = (dir: string, kind: "Mutating" | "Validating") =>
  loadWebhooks(dir, `${kind}WebhookConfiguration`, SOURCES);

async function loadProblems(given: ManifestCase, dir: string): Promise<(string | undefined)[]> {
  const { manifests } = await load(write(dir, given.directory), given.kind ?? "Validating");
  const { configurations, webhooks } = given.expected;
  const names = manifests.map(({ object }) => object.metadata.name ?? "");
  return [
    differs("configurations", names, configurations),
    webhooks && differs("webhooks", webhookNames(manifests, given.kind), webhooks),
  ];
}

/** Names of webhooks in the order of their calls. */
function webhookNames(manifests: readonly Manifest[], kind: ManifestCase["kind"] = "Validating"): string[] {
  const all = {
    ...NO_MANIFESTS,
    ...(kind === "Mutating" ? { mutatingWebhooks: manifests } : { validatingWebhooks: manifests }),
  };
  const plan = compilePlan([], [], { manifests: all });
  return (kind === "Mutating" ? plan.mutating : plan.validating).map(({ name }) => name);
}

async function stepProblems(steps: readonly Step[], dir: string): Promise<(string | undefined)[]> {
  const problems: (string | undefined)[] = [];
  const outcomes: LoadOutcome["status"][] = [];
  let source: ManifestSource<readonly Manifest[]> | undefined;
  for (const { directory, expected } of steps) {
    write(dir, directory);
    const before = outcomes.length;
    try {
      if (source !== undefined) await source.reload();
      source ??= await ManifestSource.open(
        () => load(dir, "Validating"),
        ({ status }) => void outcomes.push(status),
      );
    } catch (error) {
      problems.push(expected.loadError ? undefined : String(error));
      continue;
    }
    problems.push(
      expected.loadError ? "expected an error" : undefined,
      expected.webhooks && differs("webhooks", webhookNames(source.current), expected.webhooks),
      expected.reload && differs("reload", outcomes.slice(before)[0] ?? "none", expected.reload),
    );
  }
  return problems;
}

/** A server is ready when it has read its files, which it does before it starts, and what is stored. */
function combinedProblems(given: ManifestCase): (string | undefined)[] {
  const { static: first, stored = [], expected, staticSynced = true, storedSynced = true } = given;
  const webhooks = (names: readonly string[]) => [
    { metadata: { name: "c" }, webhooks: names.map((name) => ({ name })) },
  ];
  const manifests = (names: readonly string[]) => ({
    ...NO_MANIFESTS,
    validatingWebhooks: webhooks(names).map((object) => ({
      object,
      file: "a.yaml",
      text: "",
      linesBefore: 0,
      base: [],
    })),
  });
  const plan = compilePlan([], webhooks(stored), first === undefined ? {} : { manifests: manifests(first) });
  const names = plan.validating.map(({ name }) => name);
  return [
    expected.webhooks && differs("webhooks", names, expected.webhooks),
    expected.ready === undefined ? undefined : differs("ready", staticSynced && storedSynced, expected.ready),
  ];
}
