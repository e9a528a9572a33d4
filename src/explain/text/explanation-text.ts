import type { Cause, ExplainedCall, Explanation, PolicyStep, Step, WebhookStep } from "../explanation.ts";
import { type Paint, PLAIN } from "./paint.ts";
import { patchLines } from "./patch-lines.ts";

/** An explanation on one screen: the answer, what is probably wrong, and who was asked, in order. */
export function explanationText(explanation: Explanation, paint: Paint = PLAIN): string {
  const { findings, notes } = explanation;
  const lines = [
    ...headLines(explanation, paint),
    ...(findings.length === 0
      ? []
      : ["", paint.bold("What looks wrong"), ...findings.flatMap((cause) => findingLines(cause, paint))]),
    ...stepLines(explanation, paint),
    ...(notes.length === 0 ? [] : ["", ...notes.map((note) => paint.dim(`note: ${note}`))]),
  ];
  return `${lines.join("\n")}\n`;
}

function headLines({ request, answer }: Explanation, paint: Paint): string[] {
  const { operation, resource, subresource, namespace, name, user, dryRun } = request;
  const { group, version } = resource;
  const what = `${resource.resource}${subresource === "" ? "" : `/${subresource}`}`;
  const where = namespace === "" ? "" : ` in ${namespace}`;
  const called = name === "" ? "" : ` ${name}`;
  const head = `${operation} ${what} (${group === "" ? "" : `${group}/`}${version})${called}${where} as ${user}`;
  const verdict = answer.allowed
    ? paint.green(`allowed (${answer.code})`)
    : paint.red(
        `refused (${answer.code}${answer.reason === "" ? "" : ` ${answer.reason}`}): ${answer.message}`,
      );
  return [
    paint.bold(`${head}${dryRun ? ", dry run" : ""}`),
    verdict,
    ...answer.warnings.map((warning) => paint.yellow(`Warning: ${warning}`)),
  ];
}

function findingLines({ of, webhook, message, at, fix }: Cause, paint: Paint): string[] {
  const who = [webhook, of].filter((name) => name !== "").join(" of ");
  return [
    `  ${paint.red("!")} ${who === "" ? "" : `${who}: `}${message}`,
    ...(at === "" ? [] : [`      at ${at}${fix === "" ? "" : `: write ${paint.green(fix)}`}`]),
  ];
}

const TITLES = {
  mutating: "Mutating, one after the other",
  validating: "Validating, side by side",
} as const;

function stepLines({ steps, webhooksCalled }: Explanation, paint: Paint): string[] {
  const lines: string[] = [];
  let title = "";
  for (const step of steps) {
    const text = stepText(step, webhooksCalled, paint);
    if (text.length === 0) continue;
    const next = `${TITLES[step.phase]}${step.round === 1 ? ", second round" : ""}`;
    if (next !== title) lines.push("", paint.bold(next));
    title = next;
    lines.push(...text);
  }
  return lines.length === 0 ? ["", "Nobody was asked."] : lines;
}

function stepText(step: Step, webhooksCalled: boolean, paint: Paint): string[] {
  switch (step.kind) {
    case "plugin":
      return step.refusal === undefined
        ? []
        : [`  ${paint.red("✗")} plugin ${step.name} refused: ${step.refusal.message}`];
    case "webhook":
      return webhookLines(step, webhooksCalled, paint);
    case "policy":
      return policyLines(step, paint);
  }
}

function webhookLines(step: WebhookStep, webhooksCalled: boolean, paint: Paint): string[] {
  const { name, configuration, call, why } = step;
  const who = `${name} ${paint.dim(`(${configuration})`)}`;
  if (call === undefined) return notCalled(`webhook ${who}`, why, paint);
  const time = webhooksCalled ? ` ${paint.dim(timeText(call))}` : "";
  return [
    `  ${SIGNS[call.outcome](paint)} webhook ${who} ${outcomeText(call)}${time}`,
    ...(call.outcome !== "allowed" && why !== undefined && why.at !== "" ? [`      at ${why.at}`] : []),
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
  const rest = left === null ? "" : `, ${(left / 1000).toFixed(1)} s were left`;
  const tries = attempts > 1 ? `, ${attempts} attempts` : "";
  return `${milliseconds.toFixed(1)} of ${budgetMilliseconds.toFixed(0)} ms${rest}${tries}`;
}

const SIGNS: Readonly<Record<ExplainedCall["outcome"], (paint: Paint) => string>> = {
  allowed: (paint) => paint.green("✓"),
  denied: (paint) => paint.red("✗"),
  failed: (paint) => paint.yellow("!"),
  error: (paint) => paint.red("✗"),
};

function outcomeText({ outcome, message, failurePolicy, ignored, changed }: ExplainedCall): string {
  switch (outcome) {
    case "allowed":
      return changed ? "allowed and changed it" : "allowed";
    case "denied":
      return `denied: ${message}`;
    case "failed":
      return `failed: ${message}; failurePolicy ${failurePolicy} ${ignored ? "let it pass" : "refused the request"}`;
    case "error":
      return `refused the request: ${message}`;
  }
}

function notCalled(who: string, why: Cause | undefined, paint: Paint): string[] {
  if (why === undefined) return [`  ${paint.dim("–")} ${who} not called`];
  const { message, saw, at, fix } = why;
  if (why.code === "reinvocation") return [];
  const seen = SHOWN.has(why.code) && saw !== null ? paint.dim(` saw ${JSON.stringify(saw)}`) : "";
  return [
    `  ${paint.dim("–")} ${who} not called: ${message}${seen}`,
    ...(at === ""
      ? []
      : [`      at ${at}${fix === "" || MEANT.has(why.code) ? "" : `: ${paint.green(fix)}`}`]),
  ];
}

/** Most rules of another group or version are about something else, and right as they are. */
const MEANT: ReadonlySet<Cause["code"]> = new Set(["group", "version"]);

/** Causes whose message does not yet say what was seen. */
const SHOWN: ReadonlySet<Cause["code"]> = new Set(["condition", "condition-error", "generate-name"]);

function policyLines({ name, binding, param, why, checks }: PolicyStep, paint: Paint): string[] {
  const with_ = [binding, param].filter((part) => part !== "").join(", ");
  const who = `policy ${name}${with_ === "" ? "" : ` ${paint.dim(`(${with_})`)}`}`;
  if (why !== undefined) return notCalled(who, why, paint);
  const said = checks.filter(
    ({ actions, message, changed }) => actions.length > 0 || message !== "" || changed,
  );
  const denied = said.some(({ actions }) => actions.includes("deny"));
  const sign = denied ? paint.red("✗") : paint.green("✓");
  return [
    `  ${sign} ${who} ${said.length === 0 ? "holds" : "was asked"}`,
    ...said.map(
      ({ actions, message, changed, at }) =>
        `      ${[...actions, ...(changed ? ["changed it"] : [])].join(", ")}${message === "" ? "" : `: ${message}`} ${paint.dim(at)}`,
    ),
  ];
}
