import { writeFile } from "node:fs/promises";
import { extname, relative, sep } from "node:path";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { COLORS, PLAIN } from "../../explain/text/paint.ts";
import { record } from "../../json/value.ts";
import { type NeedsGraph, needsGraph } from "../../lint/bring-up/graph.ts";
import { budgetsOf } from "../../lint/budget/budget.ts";
import { budgetsText, isOver } from "../../lint/budget/budget-text.ts";
import { isAtLeast, type LintReport } from "../../lint/finding.ts";
import { type LintInput, lint } from "../../lint/lint.ts";
import { Model } from "../../lint/model/model.ts";
import { namedDown } from "../../lint/outage/missing-params.ts";
import { outageOf } from "../../lint/outage/outage.ts";
import { outageText } from "../../lint/outage/outage-text.ts";
import { dotText, mermaidText, svgText } from "../../lint/output/graphs.ts";
import { jsonReport, junitReport, sarifReport, textReport } from "../../lint/output/reports.ts";
import { RULES } from "../../lint/rules/index.ts";
import { namedFile } from "../connect/kubeconfigs.ts";
import { overridesOf } from "../flags/service-overrides.ts";
import { kustomized } from "../kustomized.ts";
import { PACKAGE_VERSION } from "../own-package.ts";
import { nothingIn, readManifests } from "../read-manifests.ts";
import { serverClient } from "../server-client.ts";
import { isColored } from "../terminal.ts";
import { beforeKustomize } from "./before-kustomize.ts";
import { dialer } from "./dial.ts";
import type { LintFlags } from "./lint-flags.ts";
import { readFiles } from "./read-files.ts";
import { readWholeCluster } from "./read-whole-cluster.ts";
import type { TriedWebhooks } from "./try/try-webhooks.ts";

/** Returns the output of the command, and the exit status that reports findings. */
export async function lintPaths(
  paths: readonly string[],
  flags: LintFlags,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const { kubeconfig, kustomize = [], dial, service, failOn } = flags;
  if (paths.length + kustomize.length === 0 && kubeconfig === undefined)
    throw new Error("nothing to check: give files, folders, - for standard input, -k or --kubeconfig");
  const files = await readFiles(paths);
  const built = (await Promise.all(kustomize.map(kustomized))).flat();
  if (kubeconfig === undefined && files.manifests.length + built.length + files.findings.length === 0)
    throw new Error(`nothing to check: ${await nothingIn([...paths, ...kustomize])}`);
  const cluster =
    kubeconfig === undefined ? undefined : await readWholeCluster(serverClient(namedFile(kubeconfig)));
  const manifests = [...(cluster?.manifests ?? []), ...files.manifests, ...built];
  const tried = await triedOf(manifests, flags);
  const read: LintInput = {
    manifests: [...manifests, ...(tried?.manifests ?? [])],
    findings: files.findings,
    notes: [...files.notes, ...(cluster?.notes ?? []), ...(tried?.notes ?? [])],
    complete: cluster !== undefined,
    now: Date.now(),
    ...(flags.kubernetesVersion !== undefined && { kubernetesVersion: flags.kubernetesVersion }),
    ...(dial && { dial: dialer(overridesOf(service)) }),
    ...(tried && { tried: tried.tried }),
  };
  const note = flags.graph === undefined ? undefined : await writeGraph(flags.graph, read);
  const input = note === undefined ? read : { ...read, notes: [...(read.notes ?? []), note] };
  const view = await viewOf(input, flags);
  if (view !== undefined) return view;
  const report = beforeKustomize(await lint(input), files.changed);
  const failed = failOn !== "never" && report.findings.some(({ severity }) => isAtLeast(severity, failOn));
  return { text: textOf(report, flags), failed };
}

async function triedOf(
  manifests: readonly Manifest[],
  { try: isTried, samples = [], handlers, service }: LintFlags,
): Promise<TriedWebhooks | undefined> {
  if (!isTried) {
    if (samples.length > 0 || handlers !== undefined)
      throw new Error("--samples and --handlers are for --try, which calls webhooks");
    return undefined;
  }
  const { tryWebhooks } = await import("./try/try-webhooks.ts");
  const given = (await Promise.all(samples.map(readManifests))).flat();
  return tryWebhooks({
    manifests,
    samples: given.map(({ object }) => object),
    handlers,
    services: overridesOf(service),
  });
}

function textOf(report: LintReport, { output, color, failOn }: LintFlags): string {
  switch (output) {
    case "text":
      return textReport(report, isColored(color) ? COLORS : PLAIN);
    case "json":
      return jsonReport(report);
    case "sarif":
      return sarifReport(report, RULES, PACKAGE_VERSION, uriOf);
    case "junit":
      return junitReport(report, failOn === "never" ? undefined : failOn);
  }
}

/** Code hosts know files from the root of the repository, where they run this. */
const uriOf = (file: string): string =>
  encodeURI(relative(process.cwd(), file).split(sep).join("/")).replaceAll("#", "%23").replaceAll("?", "%3F");

const FORMS: Readonly<Record<string, ((graph: NeedsGraph) => string) | undefined>> = {
  ".dot": dotText,
  ".mmd": mermaidText,
  ".svg": svgText,
};

/**
 * Writes the dependencies of webhooks to a file, in the form of its extension. Returns undefined, or a note
 * about it.
 */
async function writeGraph(file: string, input: LintInput): Promise<string | undefined> {
  const textOf = FORMS[extname(file)];
  if (textOf === undefined)
    throw new Error(`--graph ${file}: its name ends in .svg, .dot (Graphviz) or .mmd (Mermaid)`);
  const graph = await needsGraph(new Model(input.manifests, input));
  await writeFile(file, textOf(graph));
  if (graph.nodes.size > 0) return undefined;
  return `${file} shows nothing: the manifests contain no webhook with its Service and pods`;
}

/** Output instead of findings. `failed` makes the exit status 1. */
interface View {
  readonly text: string;
  readonly failed: boolean;
}

/** Returns the view that flags select in place of findings, or undefined if they select none. */
async function viewOf(input: LintInput, flags: LintFlags): Promise<View | undefined> {
  const { down, budgets, output, color, failOn } = flags;
  if (down === undefined && budgets !== true) return undefined;
  if (output !== "text" && output !== "json")
    throw new Error(`-o ${output} is for findings: --down and --budgets print text and json`);
  const paint = isColored(color) ? COLORS : PLAIN;
  const model = new Model(input.manifests, input);
  if (down !== undefined) {
    const named = namedDown(model, down.split(","));
    const outage = await outageOf(model, named.down, named.missing);
    const failed = failOn !== "never" && outage.recovery.some(({ answer }) => answer === "no");
    return { text: output === "json" ? json("Outage", outage) : outageText(outage, paint), failed };
  }
  const all = await budgetsOf(model);
  const failed = failOn !== "never" && failOn !== "error" && all.some(isOver);
  return { text: output === "json" ? json("Budgets", { budgets: all }) : budgetsText(all, paint), failed };
}

const json = (kind: string, value: object): string =>
  `${JSON.stringify({ apiVersion: "lint.sallyport.dev/v1", kind, ...value }, jsonValue, 2)}\n`;

/** Shortens a blocked write for the JSON output to the request, its user and the webhook. */
const jsonValue = (key: string, value: unknown): unknown =>
  key === "blocked" && Array.isArray(value) ? value.map(blockedValue) : value;

function blockedValue({
  write,
  by,
  unknown,
}: {
  write: { request: object; without: string };
  by: { name: string };
  unknown: unknown;
}) {
  const { object: _object, oldObject: _old, ...request } = record(write.request);
  return { without: write.without, request, webhook: by.name, unknownLabels: unknown };
}
