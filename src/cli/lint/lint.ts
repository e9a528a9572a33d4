import { relative, sep } from "node:path";
import { COLORS, PLAIN } from "../../explain/text/paint.ts";
import { isAtLeast, type LintReport } from "../../lint/finding.ts";
import { type LintInput, lint } from "../../lint/lint.ts";
import { jsonReport } from "../../lint/output/json-report.ts";
import { junitReport } from "../../lint/output/junit-report.ts";
import { sarifReport } from "../../lint/output/sarif-report.ts";
import { textReport } from "../../lint/output/text-report.ts";
import { RULES } from "../../lint/rules/index.ts";
import { PACKAGE_VERSION } from "../package-version.ts";
import { overridesOf } from "../serve/check-flags.ts";
import { serverClient } from "../server-client.ts";
import { dialer } from "./dial.ts";
import type { LintFlags } from "./lint-flags.ts";
import { readFiles } from "./read-files.ts";
import { readWholeCluster } from "./read-whole-cluster.ts";
import { viewOf } from "./views.ts";
import { writeGraph } from "./write-graph.ts";

/** What the command prints, and whether its exit status tells of a finding. */
export async function lintPaths(
  paths: readonly string[],
  flags: LintFlags,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const { kubeconfig, dial, service, failOn } = flags;
  if (paths.length === 0 && kubeconfig === undefined)
    throw new Error("lint what? Give files, folders, - for standard input, or --kubeconfig");
  const files = await readFiles(paths);
  const cluster = kubeconfig === undefined ? undefined : await readWholeCluster(serverClient(kubeconfig));
  const input: LintInput = {
    manifests: [...(cluster?.manifests ?? []), ...files.manifests],
    findings: files.findings,
    notes: [...files.notes, ...(cluster?.notes ?? [])],
    complete: cluster !== undefined,
    now: Date.now(),
    ...(dial && { dial: dialer(overridesOf(service)) }),
  };
  if (flags.graph !== undefined) await writeGraph(flags.graph, input);
  const view = await viewOf(input, flags);
  if (view !== undefined) return view;
  const report = await lint(input);
  const failed = failOn !== "never" && report.findings.some(({ severity }) => isAtLeast(severity, failOn));
  return { text: textOf(report, flags), failed };
}

function textOf(report: LintReport, { output, color, failOn }: LintFlags): string {
  switch (output) {
    case "text":
      return textReport(
        report,
        color === "always" || (color === "auto" && process.stdout.isTTY) ? COLORS : PLAIN,
      );
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
