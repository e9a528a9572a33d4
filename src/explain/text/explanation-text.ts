import { fewOf } from "../../report/few-of.ts";
import { shownName } from "../../report/shown-name.ts";
import type { Cause, CauseCode, ExplainedObject, ExplainedPods, Explanation, Step } from "../explanation.ts";
import { causeLines } from "./cause-lines.ts";
import { type Paint, PLAIN } from "./paint.ts";
import { stepText } from "./step-text.ts";
import { valueLines } from "./value-lines.ts";

/**
 * Returns an explanation for one screen: the result, the probable mistakes, and all called hooks in order.
 */
export function explanationText(explanation: Explanation, paint: Paint = PLAIN): string {
  const { findings, notes, steps, webhooksCalled, objects = [], pods } = explanation;
  const lines = [
    ...headLines(explanation, paint),
    ...(findings.length === 0
      ? []
      : ["", paint.bold("What looks wrong"), ...findings.flatMap((cause) => causeLines(cause, paint))]),
    ...stepLines(steps, webhooksCalled, findings, paint),
    ...objects.flatMap((object) => objectLines(object, webhooksCalled, paint)),
    ...(pods === undefined ? [] : podLines(pods, webhooksCalled, paint)),
    ...noteLines(notes, paint),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns one paragraph about one webhook, policy or binding. */
export function paragraphText(explanation: Explanation, asked: string, paint: Paint = PLAIN): string {
  const { findings, notes, steps, webhooksCalled } = explanation;
  const own = steps.filter((step) => step.kind !== "plugin" && step.called && isOf(step, asked));
  const called = own.flatMap((step) => [
    ...stepText(step, webhooksCalled, paint),
    ...(step.kind === "policy" ? step.checks.flatMap((check) => valueLines(check, paint)) : []),
  ]);
  const found = findings.flatMap((cause) => causeLines(cause, paint));
  const isSaid = (line: string): boolean =>
    found.includes(line) || findings.some(({ message }) => line.includes(message));
  const lines = [
    ...headLines(explanation, paint),
    ...found,
    ...called.filter((line) => !isSaid(line)),
    ...noteLines(notes, paint).filter((line) => line !== ""),
  ];
  return `${lines.join("\n")}\n`;
}

const isOf = (step: Exclude<Step, { kind: "plugin" }>, asked: string): boolean =>
  step.name === asked || (step.kind === "webhook" ? step.configuration : step.binding) === asked;

const noteLines = (notes: readonly string[], paint: Paint): string[] =>
  notes.length === 0 ? [] : ["", ...notes.map((note) => paint.dim(`note: ${note}`))];

/** The answer, the request, and warnings. */
export function headLines({ request, answer, end, findings, pods }: Explanation, paint: Paint): string[] {
  const { operation, resource, subresource, namespace, user, dryRun } = request;
  const { group, version } = resource;
  const name = shownName(request);
  const what = `${resource.resource}${subresource === "" ? "" : `/${subresource}`}`;
  const where = namespace === "" || resource.resource === "namespaces" ? "" : ` in ${namespace}`;
  const called = name === "" ? "" : ` ${name}`;
  const place = version === "" ? "" : ` (${group === "" ? "" : `${group}/`}${version})`;
  const head = `${operation} ${what}${place}${called}${where} as ${user}${dryRun ? ", dry run" : ""}`;
  const isSaid = findings.some(({ message }) => message.includes(firstLine(answer.message)));
  const why = answer.message === "" || isSaid ? "" : `: ${answer.message}`;
  const sentence = `${end.message.slice(0, 1).toUpperCase()}${end.message.slice(1)}${why}`;
  const isLater = pods?.allowed === false ? paint.bold(paint.red(`, but ${refusedOf(pods)}`)) : "";
  return [
    paint.bold(answer.allowed ? paint.green(sentence) : paint.red(sentence)) + isLater,
    head,
    ...answer.warnings.map((warning) => paint.yellow(`Warning: ${warning}`)),
  ];
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

const TITLES = {
  mutating: "Mutating, one after the other",
  validating: "Validating, side by side",
} as const;

function stepLines(
  steps: readonly Step[],
  webhooksCalled: boolean,
  findings: readonly Cause[],
  paint: Paint,
): string[] {
  const sections = new Map<string, Step[]>();
  for (const step of steps) {
    const title = `${TITLES[step.phase]}${step.round === 1 ? ", second round" : ""}`;
    sections.set(title, [...(sections.get(title) ?? []), step]);
  }
  const lines = [...sections].flatMap(([title, all]) => {
    const { single, folded } = foldedSteps(all);
    const text = single.flatMap((step) => stepText(step, webhooksCalled, paint, findings));
    const more = folded.map((fold) => foldText(fold, paint));
    return text.length + more.length === 0 ? [] : ["", paint.bold(title), ...text, ...more];
  });
  const isAsked = steps.some((step) => step.kind !== "plugin" || step.refusal !== undefined);
  return isAsked ? lines : ["", "No webhook or policy was called.", ...lines];
}

/** `its pods are refused`. */
export const refusedOf = ({ what }: ExplainedPods): string =>
  `its ${what} ${what.endsWith("s") ? "are" : "is"} refused`;

/** The hooks that take part in the creation of the pods, and what looks wrong; nothing if there is none of them. */
function podLines(
  { what, user, allowed, message, findings, steps }: ExplainedPods,
  webhooksCalled: boolean,
  paint: Paint,
): string[] {
  const taking = steps.filter((step) => (step.kind === "plugin" ? step.refusal !== undefined : step.called));
  if (allowed && taking.length + findings.length === 0) return [];
  const verdict = allowed ? paint.green("allowed") : paint.red(`refused: ${message}`);
  return [
    "",
    `${paint.bold(`Its ${what}`)}, created as ${user}: ${verdict}`,
    ...findings.flatMap((cause) => causeLines(cause, paint)),
    ...taking.flatMap((step) => stepText(step, webhooksCalled, paint, findings)),
  ];
}

function objectLines(
  { namespace, name, allowed, message, findings, steps }: ExplainedObject,
  webhooksCalled: boolean,
  paint: Paint,
): string[] {
  const what = namespace === "" ? name : `${namespace}/${name}`;
  const verdict = allowed ? paint.green("allowed") : paint.red(`refused: ${message}`);
  return [
    "",
    `${paint.bold(what)} ${verdict}`,
    ...findings.flatMap((cause) => causeLines(cause, paint)),
    ...steps.flatMap((step) => stepText(step, webhooksCalled, paint, findings)),
  ];
}

/** Reasons for which a webhook or policy is for other requests; the text of a fold. */
const FAR: Readonly<Partial<Record<CauseCode, string>>> = {
  rules: "no rule matches",
  group: "their rules have other groups",
  resource: "their rules have other resources",
};
/** Up to this number, each has a line of its own. */
const MOST_SINGLE = 3;
const MOST_NAMES = 3;

/** Webhooks or policies that were not called for the same reason. */
interface Fold {
  readonly why: string;
  readonly names: readonly string[];
}

/** Folds the steps that are far from the request, if there are many with the same reason. */
export function foldedSteps(steps: readonly Step[]): { readonly single: Step[]; readonly folded: Fold[] } {
  const far = new Map<string, Step[]>();
  for (const step of steps) {
    const why = reasonOf(step);
    if (why !== undefined) far.set(why, [...(far.get(why) ?? []), step]);
  }
  const many = [...far].filter(([, all]) => all.length > MOST_SINGLE);
  const left = new Set(many.flatMap(([, all]) => all));
  const folded = many.map(([why, all]) => ({ why, names: all.map(({ name }) => name) }));
  return { single: steps.filter((step) => !left.has(step)), folded };
}

const reasonOf = (step: Step): string | undefined =>
  step.kind === "plugin" || step.called || step.why === undefined ? undefined : FAR[step.why.code];

/** `– 41 not called, no rule matches: a, b, c and 38 more`. */
export function foldText({ why, names }: Fold, paint: Paint): string {
  return `  ${paint.dim("–")} ${names.length} not called, ${why}: ${fewOf(names, MOST_NAMES)}`;
}
