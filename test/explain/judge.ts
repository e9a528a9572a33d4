import type { Cause, Explanation } from "../../src/explain/explanation.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import type { Label, SetUp } from "./set-up.ts";

/** Problems of an explanation, as text: missing and wrong statements. Empty if it is right. */
export function complaints(setUp: SetUp, explanation: Explanation): string[] {
  const { answer, objects = [] } = explanation;
  const steps = [...explanation.steps, ...objects.flatMap((one) => one.steps)];
  const wrong = setUp.wrong === undefined ? falseClaims(explanation) : missing(setUp, explanation);
  const { refused } = setUp;
  const expected = refused ?? (setUp.file === "typos.yaml" ? "any" : undefined);
  const answered =
    expected === "any" || (expected === undefined ? answer.allowed : answer.code === expected)
      ? []
      : [`answered ${answer.code} ${answer.message}, expected ${expected ?? "success"}`];
  const { calledNames } = setUp;
  const called = steps.filter((step) => step.kind === "webhook" && step.called).map(({ name }) => name);
  const names = [...new Set(called)].sort().join(", ");
  const others =
    calledNames === undefined || names === [...calledNames].sort().join(", ") ? [] : [`called ${names}`];
  return [...wrong, ...answered, ...others, ...nonsense(explanation)];
}

const falseClaims = ({ findings }: Explanation): string[] =>
  findings.map(({ code, message }) => `claims ${code}: ${message}`);

const missing = ({ wrong = [] }: SetUp, { findings }: Explanation): string[] => labelled(wrong, findings);

/** Labels without their cause among the findings, which have the same order; empty if all are there. */
export function labelled(wrong: readonly Label[], findings: readonly Cause[]): string[] {
  const causes = findings.flatMap((cause) => [cause, ...(cause.also ?? [])]);
  let from = 0;
  const out: string[] = [];
  for (const label of wrong) {
    const index = causes.findIndex((cause, i) => i >= from && fits(label, cause));
    if (index >= 0) from = index + 1;
    else out.push(`no ${label.cause}: ${causes.map(shown).join(" | ") || "nothing"}: ${why(label, causes)}`);
  }
  return out;
}

const shown = ({ code, of, at }: Cause): string => `${code} of ${of} at ${at}`;

const fits = (label: Label, cause: Cause): boolean => problems(label, cause).length === 0;

function why(label: Label, causes: readonly Cause[]): string {
  const same = causes.find(({ code }) => code === label.cause);
  return same === undefined ? "" : `${problems(label, same).join(", ")} (${same.message})`;
}

function problems(label: Label, cause: Cause): string[] {
  const { code, of, at, message, saw, fix, advice = "", changes = [] } = cause;
  const said = [message, JSON.stringify(saw), fix, advice, ...changes.map(({ says }) => says)].join(" ");
  return [
    ...(code === label.cause ? [] : ["another cause"]),
    ...(label.of === undefined || label.of === of ? [] : [`of ${of}`]),
    ...(label.at === undefined || at === label.at || isBelow(at, label.at) ? [] : [`at ${at}`]),
    ...[label.says ?? []].flat().flatMap((text) => (said.includes(text) ? [] : [`says not ${text}`])),
    ...(label.change === undefined || changes.some((change) => isChange(label, change))
      ? []
      : [`changes ${JSON.stringify(changes)}`]),
    ...(label.label === undefined || fix.endsWith(label.label) ? [] : [`fix ${fix}`]),
  ];
}

const isBelow = (at: string, wanted: string): boolean => at.startsWith(`${wanted}/`);

function isChange({ change }: Label, { op, value, says }: NonNullable<Cause["changes"]>[number]): boolean {
  if (change === undefined || change.op !== op) return false;
  const { value: wanted } = change;
  if (wanted === undefined || JSON.stringify(wanted) === JSON.stringify(value)) return true;
  return value === undefined ? says.includes(String(wanted)) : false;
}

/** Statements that no explanation may contain. */
function nonsense(explanation: Explanation): string[] {
  const text = JSON.stringify(explanation);
  return [
    ...(/\bundefined\b(?! field ')/.test(text) ? ["says undefined"] : []),
    ...(explanation.answer.allowed && explanation.answer.code >= 400 ? ["allowed with an error"] : []),
    ...(/Go struct field|Go value/.test(causeTexts(explanation)) ? ["says the name of a type of Go"] : []),
  ];
}

const causeTexts = ({ findings }: Explanation): string => findings.map(({ message }) => message).join("\n");

/** The patch of a label, so that it can be tested elsewhere. */
export function patchOf(label: Label, object: JsonObject): JsonObject | undefined {
  const { change } = label;
  const at = change?.at ?? label.at;
  if (change === undefined || at === undefined) return undefined;
  const path = at
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const copy = structuredClone(object);
  let parent: Json | undefined = copy;
  for (const key of path.slice(0, -1)) parent = memberOf(parent, key);
  const last = path.at(-1) ?? "";
  const target = memberOf(parent, last);
  if (change.op === "add" && Array.isArray(target)) target.push(change.value ?? null);
  else if (change.op === "remove" && Array.isArray(target))
    target.splice(target.indexOf(change.value ?? null), 1);
  else if (change.op === "remove" && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (change.op === "remove" && isJsonObject(parent)) delete parent[last];
  else if (change.op === "replace" && Array.isArray(parent)) parent[Number(last)] = change.value ?? null;
  else if (change.op === "replace" && isJsonObject(parent)) parent[last] = change.value ?? null;
  else return undefined;
  return copy;
}

const memberOf = (value: Json | undefined, key: string): Json | undefined =>
  Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined;
