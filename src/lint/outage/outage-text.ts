import { groupBy } from "../../async/groups.ts";
import { type Paint, PLAIN } from "../../explain/text/paint.ts";
import { resourceText } from "../requests/lint-request.ts";
import { namespacesText } from "../requests/namespaces.ts";
import type { Recovery } from "./missing-params.ts";
import type { Outage, OutageRow } from "./outage.ts";

/** Formats an outage as text; the first line is the summary. */
export function outageText({ down, rows, recovery }: Outage, paint: Paint = PLAIN): string {
  const fails = rows.filter(({ outcome }) => outcome !== "slow");
  const slow = rows.filter(({ outcome }) => outcome === "slow");
  const stuck = recovery.filter(({ answer }) => answer === "no");
  const comes = stuck.length > 0 ? paint.red("it does not recover by itself") : recoveryText(recovery);
  return `${[
    paint.bold(
      `Without ${down.join(", ")}: ${counted(fails.length, "fails", "fail")}, ${counted(slow.length, "is slower", "are slower")}; ${comes}`,
    ),
    ...section("Fail", fails, paint),
    ...section("Slower when calls hang", slow, paint),
    "",
    paint.bold("Recovery"),
    ...recovery.flatMap(recoveryLines),
  ].join("\n")}\n`;
}

/** `nothing fails`, `1 kind of request fails`, `3 kinds of requests fail`. */
function counted(number: number, one: string, more: string): string {
  if (number === 0) return `nothing ${one}`;
  return number === 1 ? `1 kind of request ${one}` : `${number} kinds of requests ${more}`;
}

function recoveryText(recovery: readonly Recovery[]): string {
  if (recovery.some(({ answer }) => answer === "unknown")) return "it is unknown whether it recovers";
  // A parameter does not return by itself: its author has to create it again.
  return recovery.some(({ says }) => says !== undefined)
    ? "it can be created again"
    : "it recovers by itself";
}

function section(title: string, rows: readonly OutageRow[], paint: Paint): string[] {
  if (rows.length === 0) return [];
  return ["", paint.bold(title), ...grouped(rows).map((line) => `  ${line}`)];
}

/** Formats rows; resources with the same result share a line. */
function grouped(rows: readonly OutageRow[]): string[] {
  const byResource = groupBy(rows, ({ operation: _, ...rest }) => JSON.stringify(rest));
  const same = groupBy(byResource.values(), (some) => {
    const [{ resource: _, operation: __, ...rest }] = some;
    return JSON.stringify([rest, some.map(({ operation }) => operation)]);
  });
  return [...same.values()].map((groups) => {
    const [first] = groups;
    const [row] = first;
    const resources = listText(groups.map(([one]) => one.resource));
    const operations = first.map(({ operation }) => operation).join(", ");
    return `${operations} ${resources}${namespacesText(row.namespaces)}: ${effect(row)}${onlyText(row)}`;
  });
}

const listText = (names: readonly string[]): string =>
  names.length > 8
    ? `${names.slice(0, 7).join(", ")} and ${names.length - 7} more resources`
    : names.join(", ");

function effect({ outcome, seconds, by }: OutageRow): string {
  const who = ` (${by.join(", ")})`;
  if (seconds === 0) return `at once${who}`;
  if (outcome === "slow") return `up to ${seconds} s longer${who}`;
  if (outcome === "fails") return `at once when calls are refused, after ${seconds} s when they hang${who}`;
  return `after ${seconds} s when calls hang, which is all the time that the request has${who}`;
}

const onlyText = ({ only }: OutageRow): string => (only.length === 0 ? "" : `, only ${only.join(", ")}`);

function recoveryLines({ backend, answer, blocked, says }: Recovery): string[] {
  if (says !== undefined) return [`  ${backend}: ${says}`];
  if (answer === "yes") return [`  ${backend}: new pods start while it is down`];
  if (answer === "unknown") return [`  ${backend}: unknown, because its pods are not in the manifests`];
  const reasons = new Set(
    blocked.map(({ write, by, unknown }) => {
      const { request, without } = write;
      const unless =
        unknown.length === 0 ? "" : `; unless the namespace has the label ${unknown.join(" or ")}`;
      return `      ${without}: ${request.operation} ${resourceText(request)} asks ${by.name}${unless}`;
    }),
  );
  return [`  ${backend}: its pods cannot start again`, ...reasons];
}
