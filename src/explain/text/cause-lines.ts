import { isJsonObject, type Json } from "../../json/value.ts";
import type { Cause, Change } from "../explanation.ts";
import type { Paint } from "./paint.ts";

/** Returns the lines of a finding: the hook, the reason, the place, and the changes that were tried. */
export function causeLines(cause: Cause, paint: Paint): string[] {
  const { of, webhook, message, also = [] } = cause;
  const who = [webhook, of].filter((name) => name !== "").join(" of ");
  return [
    `  ${paint.red("!")} ${who === "" ? "" : `${who}: `}${message.replaceAll("\n", "\n      ")}`,
    ...seenLines(cause, paint),
    ...placeLines(cause, paint),
    ...(cause.advice === undefined ? [] : [`      ${paint.green(cause.advice)}`]),
    ...also.flatMap((other) => [
      `    and ${other.of === of ? "" : `${other.of}: `}${other.message}`,
      ...seenLines(other, paint),
      ...placeLines(other, paint),
    ]),
    ...(cause.together ? [`      ${paint.dim("with all of these changes it is called")}`] : []),
  ];
}

/** Causes whose message does not include the values that were read. */
export const UNSAID: ReadonlySet<Cause["code"]> = new Set(["condition", "condition-error", "generate-name"]);

const LONGEST = 100;

/** A value as JSON, shortened. */
export function shownJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function seenLines({ code, message, saw }: Cause, paint: Paint): string[] {
  if (!UNSAID.has(code) || !isJsonObject(saw)) return [];
  const isTold = (value: Json | undefined): boolean =>
    typeof value === "string" && /^\(.*\)$/.test(value) && message.includes(value.slice(1, -1));
  return Object.entries(saw)
    .filter(([, value]) => !isTold(value))
    .map(
      ([name, value]) => `      ${paint.dim(`it saw ${name}: ${shownJson(value)}${whenNull(name, value)}`)}`,
    );
}

const whenNull = (name: string, value: Json | undefined): string =>
  value === null && name === "oldObject" ? ", as for each CREATE or CONNECT" : "";

/** `at file.yaml:3: replace pod with pods: with this change it is called`. */
export function placeLines({ at, fix, changes = [], of }: Cause, paint: Paint): string[] {
  if (changes.length === 0)
    return at === "" ? [] : [`      at ${at}${fix === "" ? "" : `: write ${paint.green(fix)}`}`];
  const isElsewhere = changes.every((change) => change.of !== of);
  return [
    ...(isElsewhere && at !== "" ? [`      at ${at}`] : []),
    ...changes.map((change, index) => changeLine(change, index > 0 || isElsewhere, paint)),
  ];
}

function changeLine({ at, of, says, called }: Change, isOther: boolean, paint: Paint): string {
  const where =
    of === "" ? "" : of.startsWith("Namespace/") && at.startsWith("/") ? `at ${of}: ` : `at ${at}: `;
  const result = called ? paint.dim(", tried: with this change it is called") : "";
  return `      ${isOther ? "or " : ""}${where}${paint.green(says)}${result}`;
}
