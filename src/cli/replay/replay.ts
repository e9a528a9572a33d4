import { COLORS, PLAIN } from "../../explain/text/paint.ts";
import { record } from "../../json/value.ts";
import { openRecording } from "../../recording/read-recording.ts";
import { changedDecisions, noReplayCounts } from "../../replay/changed-decisions.ts";
import { htmlReport } from "../../replay/report/html-report.ts";
import { decidedIn, type ReplayReport, ReportBuilder } from "../../replay/report/replay-report.ts";
import { sarifReport } from "../../replay/report/sarif-report.ts";
import { textReport } from "../../replay/report/text-report.ts";
import { shellWord } from "../../report/shell-word.ts";
import { PACKAGE_VERSION } from "../own-package.ts";
import { isColored } from "../terminal.ts";
import type { ReplayFlags } from "./replay-flags.ts";
import { type Side, startSide } from "./start-servers.ts";

/**
 * Returns the output of the command. `failed`: true if there is a change that `--fail-on` names, or if it names some and no
 * request could be decided.
 */
export async function replay(
  path: string,
  flags: ReplayFlags,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  const recording = await openRecording(path);
  const now = await startSide(flags.filename, flags);
  try {
    const { disableAdmissionPlugins, kubernetesVersion } = flags;
    const same = {
      ...(disableAdmissionPlugins !== undefined && { disableAdmissionPlugins }),
      ...(kubernetesVersion !== undefined && { kubernetesVersion }),
    };
    const before = flags.against.length === 0 ? undefined : await startSide(flags.against, same);
    try {
      const builder = new ReportBuilder();
      const counts = noReplayCounts();
      const { requests } = recording;
      const sides = { now: now.server, ...(before && { before: before.server }) };
      const input = { requests, ...sides, slowMilliseconds: flags.slowerThan };
      for await (const change of changedDecisions(input, counts)) builder.add(change);
      const report = builder.report(path, counts, notesOf(now, before));
      return {
        text: textOf(report, path, flags, now),
        failed:
          flags.failOn.some((kind) => report.changed[kind] > 0) ||
          (flags.failOn.length > 0 && decidedIn(report) === 0),
      };
    } finally {
      await before?.server.close();
    }
  } finally {
    await now.server.close();
  }
}

/**
 * Returns notes for the user: manifests that the servers did not accept, and namespaces whose labels are not
 * recorded.
 */
function notesOf(now: Side, before: Side | undefined): string[] {
  const problems = [...now.server.problems, ...(before?.server.problems ?? [])];
  const unknown = unknownNamespaces(now, before);
  return [...new Set(problems.map(({ at, of, message }) => `${at}: ${of}: ${message}`)), ...unknown];
}

/** Something in them depends on labels of namespaces. */
const LABELS_MATTER = /"namespaceSelector":\{"match|namespaceObject/;
const MOST_NAMES = 5;

function unknownNamespaces(now: Side, before: Side | undefined): string[] {
  const manifests = [...now.manifests, ...(before?.manifests ?? [])];
  if (!manifests.some(({ object }) => LABELS_MATTER.test(JSON.stringify(object)))) return [];
  const names = [...now.server.unknownNamespaces].sort();
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  const which = names.slice(0, MOST_NAMES).join(", ");
  return [
    `the labels of ${which}${more} are not recorded: taken as none, and selectors of namespaces decide by that; give the Namespaces with -f`,
  ];
}

function textOf(report: ReplayReport, path: string, flags: ReplayFlags, now: Side): string {
  const files = flags.filename.map((file) => ` -f ${shellWord(file)}`).join("");
  const open = (id: string): string => `${shellWord(path)} --recorded ${shellWord(id)}${files}`;
  switch (flags.output) {
    case "text": {
      return textReport(report, open, isColored(flags.color) ? COLORS : PLAIN);
    }
    case "json":
      return `${JSON.stringify(report, bigints, 2)}\n`;
    case "sarif":
      return sarifReport(report, PACKAGE_VERSION, (of) => placeOf(of, now));
    case "html":
      return htmlReport(report, open);
  }
}

const bigints = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : value;

function placeOf(of: string, { manifests }: Side) {
  const [kind = "", name = ""] = of.split("/");
  const found = manifests.find(({ object }) => object.kind === kind && record(object.metadata).name === name);
  return found?.place?.([]);
}
