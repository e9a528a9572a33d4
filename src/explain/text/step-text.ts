import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { fewOf } from "../../report/few-of.ts";
import type { Cause, ExplainedCall, PluginStep, PolicyStep, Step, WebhookStep } from "../explanation.ts";
import { placeLines, UNSAID } from "./cause-lines.ts";
import type { Paint } from "./paint.ts";
import { seenLines } from "./value-lines.ts";

/**
 * Returns the lines of one plugin, webhook or policy; none for a plugin that let the request pass. `told` has
 * the causes that were printed already.
 */
export function stepText(
  step: Step,
  webhooksCalled: boolean,
  paint: Paint,
  told: readonly Cause[] = [],
): string[] {
  switch (step.kind) {
    case "plugin":
      return step.refusal === undefined
        ? pluginLines(step, paint)
        : [
            `  ${paint.red("✗")} plugin ${step.name} refused${isTold(told, step.refusal.message) ? "" : `: ${step.refusal.message}`}`,
          ];
    case "webhook":
      return webhookLines(step, webhooksCalled, paint, told);
    case "policy":
      return policyLines(step, paint, told);
  }
}

/** A plugin is worth a line only if it changed something. */
const pluginLines = ({ name, patch = [] }: PluginStep, paint: Paint): string[] =>
  patch.length === 0 ? [] : [`  ${paint.green("✓")} plugin ${name} changed ${placesOf(patch)}`];

function placesOf(patch: readonly JsonObject[]): string {
  const paths = patch.map(({ path }) => String(path));
  return fewOf(paths, MOST_PLACES);
}

const MOST_PLACES = 4;

const isTold = (told: readonly Cause[], text: string): boolean =>
  text !== "" && told.some(({ message }) => message.includes(text));

function webhookLines(
  { name, configuration, file, call, why }: WebhookStep,
  webhooksCalled: boolean,
  paint: Paint,
  told: readonly Cause[],
): string[] {
  const from = file === undefined ? configuration : `${configuration}, from ${file}`;
  const who = `webhook ${name} ${paint.dim(`(${from})`)}`;
  if (call === undefined) return notCalled(who, "called", why, paint, told);
  const time = webhooksCalled ? ` ${paint.dim(timeText(call))}` : "";
  const message = why === undefined ? call.message : why.message;
  const isSaid = isTold(told, message);
  const places =
    call.outcome === "allowed" || why === undefined || isSaid
      ? []
      : [
          ...placeLines(why, paint),
          ...(why.advice === undefined ? [] : [`      ${paint.green(why.advice)}`]),
        ];
  return [
    `  ${SIGNS[call.outcome](paint)} ${who} ${outcomeText(call, message, isSaid)}${time}`,
    ...places,
    ...patchLines(call.patch, paint).map((line) => `      ${line}`),
    ...(call.patch.length > 0 && !call.changed ? [`      ${paint.dim("(which changed nothing)")}`] : []),
    ...call.warnings.map((warning) => `      ${paint.yellow(`warning: ${warning}`)}`),
  ];
}

function timeText({
  milliseconds,
  budgetMilliseconds,
  remainingMilliseconds: left,
  attempts,
}: ExplainedCall): string {
  const rest = left !== null && left <= budgetMilliseconds ? ", all that the request had left" : "";
  const tries = attempts > 1 ? `, ${attempts} attempts` : "";
  return `${milliseconds.toFixed(1)} of ${budgetMilliseconds.toFixed(0)} ms${rest}${tries}`;
}

const SIGNS: Readonly<Record<ExplainedCall["outcome"], (paint: Paint) => string>> = {
  allowed: (paint) => paint.green("✓"),
  denied: (paint) => paint.red("✗"),
  failed: (paint) => paint.yellow("!"),
  error: (paint) => paint.red("✗"),
};

const RESULTS: Readonly<Record<ExplainedCall["outcome"], string>> = {
  allowed: "allowed",
  denied: "denied",
  failed: "failed",
  error: "refused the request",
};

function outcomeText({ outcome, changed, assumed }: ExplainedCall, message: string, isSaid: boolean): string {
  if (assumed) return "would be called; it is assumed to allow";
  if (outcome === "allowed") return changed ? "allowed and changed it" : "allowed";
  return isSaid || message === "" ? RESULTS[outcome] : `${RESULTS[outcome]}: ${message}`;
}

function notCalled(
  who: string,
  verb: string,
  why: Cause | undefined,
  paint: Paint,
  told: readonly Cause[],
): string[] {
  if (why === undefined) return [`  ${paint.dim("–")} ${who} not ${verb}`];
  const { message, saw, also = [] } = why;
  if (why.code === "reinvocation") return [];
  if (isTold(told, message)) return [`  ${paint.dim("–")} ${who} not ${verb} ${paint.dim("(see above)")}`];
  const seen = UNSAID.has(why.code) && saw !== null ? paint.dim(` saw ${JSON.stringify(saw)}`) : "";
  const said = message.replace(/^not asked: /, "");
  return [
    `  ${paint.dim("–")} ${who} not ${verb}: ${said}${seen}`,
    ...(MEANT.has(why.code) ? placeOnly(why) : placeLines(why, paint)),
    ...also.map(
      (other) =>
        `    and ${other.at === "" ? "" : paint.dim(`at ${other.at}: `)}${other.of === why.of ? "" : `${other.of}: `}${other.message}`,
    ),
  ];
}

/** Causes of a policy that was evaluated, and refused nothing. */
const FACTS: ReadonlySet<Cause["code"]> = new Set(["params", "actions"]);

const resultText = (actions: readonly string[], changed: boolean): string =>
  [...actions, ...(changed ? ["changed it"] : [])].join(", ") || "failed, and was ignored";

/** Returns the lines of a note about a policy that was evaluated. */
const factLines = ({ message, at }: Cause, paint: Paint): string[] => [
  `      ${message}${at === "" ? "" : paint.dim(` at ${at}`)}`,
];

const placeOnly = ({ at }: Cause): string[] => (at === "" ? [] : [`      at ${at}`]);

/**
 * Rules for another group, resource or operation are usually correct: they are for other requests, so no
 * change is proposed.
 */
const MEANT: ReadonlySet<Cause["code"]> = new Set(["group", "version", "resource", "rules"]);

function policyLines(
  { name, file, binding, param, why, checks, called }: PolicyStep,
  paint: Paint,
  told: readonly Cause[],
): string[] {
  const from = file === undefined ? "" : `from ${file}`;
  const with_ = [binding, param, from].filter((part) => part !== "").join(", ");
  const who = `policy ${name}${with_ === "" ? "" : ` ${paint.dim(`(${with_})`)}`}`;
  if (why !== undefined && !called) return notCalled(who, "asked", why, paint, told);
  const said = checks.filter(
    ({ actions, message, changed }) => actions.length > 0 || message !== "" || changed,
  );
  const denied = said.some(({ actions }) => actions.includes("deny"));
  const sign = denied ? paint.red("✗") : paint.green("✓");
  return [
    `  ${sign} ${who} ${said.length === 0 ? "holds" : "was asked"}`,
    ...said.flatMap(({ actions, message, messageProblem, changed, at, patch = [] }) => [
      `      ${resultText(actions, changed)}${message === "" || isTold(told, message) ? "" : `: ${message}`} ${paint.dim(at)}`,
      ...(messageProblem === undefined ? [] : [`        its messageExpression failed: ${messageProblem}`]),
      ...patchLines(patch, paint).map((line) => `        ${line}`),
    ]),
    ...(why === undefined || !FACTS.has(why.code) || isTold(told, why.message) ? [] : factLines(why, paint)),
    ...(denied
      ? checks.flatMap((check) => (check.actions.includes("deny") ? seenLines(check, paint) : []))
      : []),
  ];
}

const LONGEST = 100;

/** Formats a JSON patch as a diff: removed and added values with their paths. */
function patchLines(patch: readonly JsonObject[], paint: Paint): string[] {
  return patch.flatMap((operation) => operationLines(operation, paint));
}

function operationLines({ op, path, from, value }: JsonObject, paint: Paint): string[] {
  const place = String(path ?? "");
  switch (op) {
    case "remove":
      return [paint.red(`- ${place}`)];
    case "add":
      return [paint.green(`+ ${place}: ${shown(value)}`)];
    case "replace":
      return [paint.red(`- ${place}`), paint.green(`+ ${place}: ${shown(value)}`)];
    case "move":
      return [paint.red(`- ${String(from)}`), paint.green(`+ ${place} (from ${String(from)})`)];
    case "copy":
      return [paint.green(`+ ${place} (as ${String(from)})`)];
    default:
      return [paint.dim(`  ${String(op)} ${place}`)];
  }
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(plain(value ?? null));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Replaces numbers that have kept their original text by that text. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return typeof value === "bigint" ? String(value) : value;
  if (typeof value.text === "string" && Object.keys(value).length === 1) return value.text;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner ?? null)]));
}
