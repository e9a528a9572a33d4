import { type Paint, PLAIN } from "../../explain/text/paint.ts";
import { countText } from "../../replay/report/titles.ts";
import { visibleLine } from "../../report/visible-text.ts";
import { type Client, CONCERNS, type Finding, type Place, SEVERITIES, type Severity } from "../finding.ts";
import { CONCERN_ORDER, countSeverities, type UpgradeReport } from "./upgrade-report.ts";

const MOST_CLIENTS = 5;
const MOST_PLACES = 5;

/** Formats a report as text; the first line is the summary. */
export function textReport(report: UpgradeReport, paint: Paint = PLAIN): string {
  const { findings, undecided, assumed, notes, unknown, gates } = report;
  const lines = [
    paint.bold(headLine(report)),
    ...SEVERITIES.flatMap((severity) =>
      CONCERN_ORDER.flatMap((concern) => {
        const own = findings.filter((one) => one.severity === severity && one.concern === concern);
        if (own.length === 0) return [];
        const title = `${CONCERNS[concern].title} (${severity})`;
        return ["", paint.bold(title), ...own.flatMap((one) => findingLines(one, paint))];
      }),
    ),
    ...(undecided.length === 0 ? [] : ["", paint.bold("Not decided")]),
    ...undecided.map(({ count, text }) => `  ${countText(count, "request")}: ${visibleLine(text)}`),
    "",
    ...(gates.length === 0
      ? []
      : [
          paint.dim(
            `note: ${countText(gates.length, "feature gate")} of Kubernetes ${gates.length === 1 ? "has" : "have"} another default (--output json lists them)`,
          ),
        ]),
    ...assumed.map(({ count, text }) =>
      paint.dim(`note: ${countText(count, "call")} of ${visibleLine(text)} taken to allow the request`),
    ),
    ...notes.map((note) => paint.dim(`note: ${visibleLine(note)}`)),
    ...unknown.map((one) => paint.dim(`not known: ${one}`)),
  ];
  return `${lines.join("\n")}\n`;
}

/** The summary: `Kubernetes 1.34 → 1.37: 3 errors, 1 warning, 2 notes (2000 requests, 12 objects)`. */
export function headLine({ from, to, findings, requests, objects }: UpgradeReport): string {
  const counts = countSeverities(findings);
  const told = SEVERITIES.map((severity: Severity) => countText(counts[severity], severity)).join(", ");
  return `Kubernetes ${from} → ${to}: ${told} (${countText(requests.total, "request")}, ${countText(objects.total, "object")})`;
}

function findingLines(finding: Finding, paint: Paint): string[] {
  const { cause, change, gate, requests, objects, example } = finding;
  return [
    `  ${visibleLine(cause)}`,
    ...(gate === "" ? [] : [`     ${paint.dim("feature gate:")} ${gate}`]),
    ...(requests === 0 ? [] : [`     ${countText(requests, "request")}${clientsText(finding.clients)}`]),
    ...(objects === 0 ? [] : [`     ${placesText(finding)}`]),
    ...example.map((line, at) =>
      at === 0 && requests > 0
        ? `     ${paint.dim("for example:")} ${visibleLine(line)}`
        : `       ${visibleLine(line)}`,
    ),
    ...(change === "" ? [] : [`     ${paint.dim("change:")} ${visibleLine(change)}`]),
  ];
}

/** `: 12 of kubectl/v1.34.1 as jane, 3 of argocd/v2 as system:serviceaccount:argocd:server`. */
export function clientsText(clients: readonly Client[]): string {
  const shown = clients.slice(0, MOST_CLIENTS).map(({ agent, user, count }) => {
    const who = agent === "" ? user : `${agent} as ${user}`;
    return `${count} of ${visibleLine(who)}`;
  });
  const more = clients.length - shown.length;
  return shown.length === 0
    ? ""
    : `: ${shown.join(", ")}${more > 0 ? `, and of ${countText(more, "other client")}` : ""}`;
}

/** `Service a/b (x.yaml:3), Service a/c (x.yaml:9)`. */
export function placesText({ places, objects }: Pick<Finding, "places" | "objects">): string {
  const shown = places.slice(0, MOST_PLACES).map(placeText);
  const more = objects - shown.length;
  return `${shown.join(", ")}${more > 0 ? `, and ${countText(more, "other object")}` : ""}`;
}

const placeText = ({ of, file, line, path }: Place): string =>
  file === ""
    ? `${visibleLine(of)}${path === "" ? "" : ` at ${visibleLine(path)}`}`
    : `${visibleLine(of)} (${visibleLine(file)}:${line})`;
