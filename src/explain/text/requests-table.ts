import { shownName } from "../../report/shown-name.ts";
import type { Explanation, Step } from "../explanation.ts";
import { refusedOf } from "./explanation-text.ts";
import { type Paint, PLAIN } from "./paint.ts";

/** One of several requests. */
export interface ExplainedManifest {
  /** Place of its manifest: `deploy/web.yaml:12`. */
  readonly place: string;
  readonly explanation: Explanation;
}

/** Returns a table with a row for each request, and the totals. */
export function requestsTable(requests: readonly ExplainedManifest[], paint: Paint = PLAIN): string {
  const rows = requests.map(rowOf);
  const width = (column: "request" | "place"): number =>
    Math.max(column.length, ...rows.map((row) => row[column].length));
  const [request, place] = [width("request"), width("place")];
  const lines = rows.map((row) => {
    const result = row.allowed ? paint.green("✓ allowed") : paint.red("✗ refused");
    return `${result}  ${row.request.padEnd(request)}  ${row.place.padEnd(place)}  ${row.why}`.trimEnd();
  });
  const head = `RESULT     ${"REQUEST".padEnd(request)}  ${"MANIFEST".padEnd(place)}  WHY`;
  const refused = rows.filter(({ allowed }) => !allowed).length;
  const totals = `${rows.length} requests: ${rows.length - refused} allowed, ${refused} refused`;
  return `${[paint.bold(head), ...lines, "", totals].join("\n")}\n`;
}

const rowOf = ({ place, explanation }: ExplainedManifest) => ({
  allowed: explanation.answer.allowed,
  request: requestText(explanation),
  place,
  why: whyOf(explanation),
});

/** `CREATE pods web in shop`. */
function requestText({ request }: Explanation): string {
  const { operation, resource, subresource, namespace } = request;
  const what = subresource === "" ? resource.resource : `${resource.resource}/${subresource}`;
  const where = namespace === "" || resource.resource === "namespaces" ? "" : `in ${namespace}`;
  return [operation, what, shownName(request), where].filter((part) => part !== "").join(" ");
}

/**
 * The first line of a refusal; for an allowed request a refusal of its pods, who changed the object, and the number of
 * warnings.
 */
function whyOf({ answer, steps, pods }: Explanation): string {
  if (!answer.allowed) return firstLine(answer.message);
  const changers = [...new Set(steps.filter(hasChanged).map(({ name }) => name))];
  const count = answer.warnings.length;
  return [
    ...(pods?.allowed === false ? [`${refusedOf(pods)}: ${firstLine(pods.message)}`] : []),
    ...(changers.length === 0 ? [] : [`changed by ${changers.join(", ")}`]),
    ...(count === 0 ? [] : [`${count} ${count === 1 ? "warning" : "warnings"}`]),
  ].join("; ");
}

const firstLine = (text: string): string => text.split("\n", 1).join("");

/** Plugins of the server change almost every object. */
function hasChanged(step: Step): boolean {
  if (step.kind === "webhook") return step.call?.changed === true;
  return step.kind === "policy" && step.checks.some(({ changed }) => changed);
}
