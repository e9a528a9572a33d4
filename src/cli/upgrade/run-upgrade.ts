import type { Manifest } from "../../explain/offline/manifests.ts";
import { COLORS, PLAIN } from "../../explain/text/paint.ts";
import { isRecording } from "../../recording/read-recording.ts";
import type { UpgradeInput } from "../../upgrade/input.ts";
import { htmlReport } from "../../upgrade/report/html-report.ts";
import { sarifReport } from "../../upgrade/report/sarif-report.ts";
import { textReport } from "../../upgrade/report/text-report.ts";
import { isAtLeast, type UpgradeReport } from "../../upgrade/report/upgrade-report.ts";
import type { RequestSource } from "../../upgrade/request-source.ts";
import { auditLogSource, recordingSource } from "../../upgrade/requests/audit-source.ts";
import { upgrade } from "../../upgrade/upgrade.ts";
import { upgradedOf } from "../../upgrade/versions/upgraded.ts";
import { namedFile } from "../connect/kubeconfigs.ts";
import { overridesOf } from "../flags/service-overrides.ts";
import { PACKAGE_VERSION } from "../own-package.ts";
import { readManifests } from "../read-manifests.ts";
import { serverClient } from "../server-client.ts";
import { isColored } from "../terminal.ts";
import { ownWebhooks } from "../webhook/own-webhooks.ts";
import { readUpgradedCluster } from "./read-upgraded-cluster.ts";
import type { UpgradeFlags } from "./upgrade-flags.ts";

/** Returns the output of the command. `failed`: true if there is a finding that `--fail-on` names. */
export async function runUpgrade(
  paths: readonly string[],
  flags: UpgradeFlags,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const upgraded = upgradedOf(flags.from, flags.to);
  const { kubeconfig, failOn, filename } = flags;
  if (paths.length === 0 && filename.length === 0 && kubeconfig === undefined)
    throw new Error("nothing to rehearse: give recordings, audit logs, -f or --kubeconfig");
  const source = await sourceOf(paths);
  const files = (await Promise.all(filename.map(readManifests))).flat();
  const own = flags.handlers === undefined ? undefined : await ownWebhooks(flags.handlers, files);
  const cluster =
    kubeconfig === undefined ? undefined : await readUpgradedCluster(serverClient(namedFile(kubeconfig)));
  const plugins = flags.disableAdmissionPlugins;
  const input: UpgradeInput = {
    upgraded,
    manifests: [...(cluster?.manifests ?? []), ...files, ...(own?.manifests ?? [])] satisfies Manifest[],
    answering: {
      ...(own && { handlers: own.handlers }),
      ...(flags.call && { call: { services: overridesOf(flags.service) } }),
    },
    ...(plugins !== undefined && { disablePlugins: plugins.split(",").filter((name) => name !== "") }),
    runtimeConfig: flags.runtimeConfig,
    featureGates: flags.featureGates,
    ...(source && { source }),
    notes: cluster?.notes ?? [],
  };
  const report = await upgrade(input);
  return {
    text: textOf(report, flags),
    failed: failOn !== "never" && report.findings.some(({ severity }) => isAtLeast(severity, failOn)),
  };
}

/** Files are read twice, so standard input cannot be one of them. */
async function sourceOf(paths: readonly string[]): Promise<RequestSource | undefined> {
  const [first] = paths;
  if (first === undefined) return undefined;
  if (paths.includes("-")) throw new Error("requests cannot be read from standard input: give files");
  if (!(await isRecording(first))) return auditLogSource(paths);
  if (paths.length > 1) throw new Error(`${first} is a recording: give one recording, or only audit logs`);
  return recordingSource(first);
}

function textOf(report: UpgradeReport, { output, color }: UpgradeFlags): string {
  switch (output) {
    case "text":
      return textReport(report, isColored(color) ? COLORS : PLAIN);
    case "json":
      return `${JSON.stringify(report, undefined, 2)}\n`;
    case "sarif":
      return sarifReport(report, PACKAGE_VERSION);
    case "html":
      return htmlReport(report);
  }
}
