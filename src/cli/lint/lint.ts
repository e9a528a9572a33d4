import { relative, sep } from "node:path";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { COLORS, PLAIN } from "../../explain/text/paint.ts";
import { isAtLeast, type LintReport } from "../../lint/finding.ts";
import { type LintInput, lint } from "../../lint/lint.ts";
import { jsonReport } from "../../lint/output/json-report.ts";
import { junitReport } from "../../lint/output/junit-report.ts";
import { sarifReport } from "../../lint/output/sarif-report.ts";
import { textReport } from "../../lint/output/text-report.ts";
import { RULES } from "../../lint/rules/index.ts";
import { overridesOf } from "../flags/service-overrides.ts";
import { PACKAGE_VERSION } from "../own-package.ts";
import { readManifests } from "../read-manifests.ts";
import { serverClient } from "../server-client.ts";
import { isColored } from "../terminal.ts";
import { beforeKustomize } from "./before-kustomize.ts";
import { dialer } from "./dial.ts";
import type { LintFlags } from "./lint-flags.ts";
import { readFiles } from "./read-files.ts";
import { readWholeCluster } from "./read-whole-cluster.ts";
import type { TriedWebhooks } from "./try/try-webhooks.ts";
import { viewOf } from "./views.ts";
import { writeGraph } from "./write-graph.ts";

/** Returns the output of the command, and the exit status that reports findings. */
export async function lintPaths(
  paths: readonly string[],
  flags: LintFlags,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const { kubeconfig, dial, service, failOn } = flags;
  if (paths.length === 0 && kubeconfig === undefined)
    throw new Error("nothing to check: give files, folders, - for standard input, or --kubeconfig");
  const files = await readFiles(paths);
  if (kubeconfig === undefined && files.manifests.length === 0 && files.findings.length === 0)
    throw new Error(`nothing to check: there is no object in ${paths.join(", ")}`);
  const cluster = kubeconfig === undefined ? undefined : await readWholeCluster(serverClient(kubeconfig));
  const manifests = [...(cluster?.manifests ?? []), ...files.manifests];
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
