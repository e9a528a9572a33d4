import type { Attributes } from "../admission/attributes.ts";
import type { PhaseName, Plan, Stage } from "../admission/plan.ts";
import { Recorder } from "../admission/recorder.ts";
import type { Verdict } from "../admission/verdict.ts";
import type { KubeObject } from "../api/meta.ts";
import { record } from "../json/value.ts";
import type { RequestContext } from "../server/request-context.ts";
import { askedFindings } from "./asked.ts";
import { blameOf } from "./blame/blame.ts";
import type { Blame } from "./blame/field-writer.ts";
import { lostChanges, lostFields, removedNotes, undoneChanges, withLost } from "./blame/lost-changes.ts";
import { effectNotes } from "./ending/effects.ts";
import { enderOf, endMessage } from "./ending/ender.ts";
import { type Ending, endingOf } from "./ending/ending.ts";
import { withAdvice } from "./ending/known-refusals.ts";
import { causeOf } from "./ending/refusal.ts";
import type {
  Cause,
  ExplainedAnswer,
  ExplainedObject,
  ExplainedRequest,
  Explanation,
  Step,
} from "./explanation.ts";
import { uncountedOwners } from "./owners.ts";
import { notesAbout, notesOnStored } from "./request-notes.ts";
import type { Explained } from "./steps/explained.ts";
import { pluginStep } from "./steps/plugin-step.ts";
import { policySteps } from "./steps/policy-steps.ts";
import { webhookStep } from "./steps/webhook-step.ts";
import { whileDeleting } from "./steps/while-deleting.ts";
import type { Subject } from "./subject.ts";
import { isBoundInVain, unboundPolicies, unboundSteps, unmatchableHooks } from "./uncalled.ts";
import { READS, remoteText } from "./without-admission.ts";
import type { World } from "./world.ts";

/** Everything that is known about a request. */
export interface ExplainInput {
  /** Verdicts of all evaluations of admission, in order; empty if the request did not reach admission. */
  readonly verdicts: readonly Verdict[];
  readonly request: ExplainedRequest;
  readonly answer: ExplainedAnswer;
  /** The object as the client sent it. */
  readonly object: KubeObject | null;
  readonly world: World;
  /** The server's view of the request; undefined if only admission is known. */
  readonly context?: RequestContext;
  /** Attributes and plan that admission would have used for a request that did not reach it. */
  readonly wouldBe?: { readonly attributes: Attributes; readonly plan: Plan };
  /** Findings from other checks; they come first. */
  readonly findings?: readonly Cause[];
  /** False if webhooks were not really called. Default true. */
  readonly webhooksCalled?: boolean;
  readonly notes?: readonly string[];
  /** Name of a webhook, policy or binding. With it, only related causes are findings. */
  readonly asked?: string;
}

/** Explains the decisions of admission about a request. The last evaluation is the one that counted. */
export function explainRequest(input: ExplainInput): Explanation {
  const { verdicts, request, answer, world, asked, context, webhooksCalled = true } = input;
  const blame = context && blameOf(context, verdicts.at(-1), world.registry);
  const ending = endingOf({ answer, verdicts, context, world, blame, object: input.object });
  const subject = subjectOf(input, ending);
  const explained = subject === undefined ? [] : stepsOf(subject, verdicts);
  const steps = explained.map(({ step }) => withLost(step, blame));
  const own = findingsOf(explained, ending);
  const all =
    subject === undefined
      ? [...(input.findings ?? []), ...own, ...lostChanges(steps, world.sources)]
      : findingsAbout(subject, input, { own, explained, steps, blame });
  const objects = objectsOf(input, ending);
  const told = asked === undefined ? all : askedFindings(asked, { all, steps, ending, world });
  const apart = asked === undefined ? [] : withoutAdmission(input);
  return {
    apiVersion: "explain.sallyport/v1",
    kind: "Explanation",
    request,
    answer,
    findings: [...apart, ...told].map(withAdvice),
    steps,
    webhooksCalled,
    notes: [
      ...(input.notes ?? []),
      ...(subject === undefined ? [] : notesAbout(subject, answer, { asked, evaluations: verdicts.length })),
      ...(answer.allowed ? removedNotes(blame) : []),
      ...(subject !== undefined && answer.allowed ? notesOnStored(subject, input.object) : []),
      ...(subject && context && answer.allowed ? effectNotes(subject.verdict, context) : []),
    ],
    end: { stage: ending.stage, message: endMessage(request, answer, ending, steps, asked) },
    ...(objects.length > 1 && { objects }),
    ...(blame && { blame }),
  };
}

/** Findings of the steps, and what was made of the request. */
interface Found {
  readonly own: readonly Cause[];
  readonly explained: readonly Explained<Step>[];
  readonly steps: readonly Step[];
  readonly blame: Blame | undefined;
}

/** All findings about a request, the likeliest first. */
function findingsAbout(
  subject: Subject,
  { answer, world, findings = [] }: ExplainInput,
  { own, explained, steps, blame }: Found,
): Cause[] {
  const { verdict, attributes } = subject;
  const isUnknown = findings.some(({ code }) => code === "unknown-field");
  const uncalled = [...unboundPolicies(subject), ...unmatchableHooks(verdict.plan, world)];
  return [
    ...findings,
    ...whileDeleting(verdict, explained, world.sources),
    ...own,
    ...lostChanges(steps, world.sources),
    ...undoneChanges(verdict, steps, world.sources),
    ...(answer.allowed ? uncountedOwners(subject) : []),
    ...(isUnknown ? [] : lostFields(blame, attributes, world)),
    ...uncalled.filter((cause) => !own.some(sameHook(cause)) && !isBoundInVain(cause, findings, world)),
  ];
}

/** The reason that a request has no admission at all. */
function withoutAdmission({ request, context, world, answer }: ExplainInput): Cause[] {
  const remote = answer.allowed ? remoteText(context, world) : undefined;
  if (remote !== undefined) return [causeOf("routing", remote)];
  return request.operation === "READ" ? [causeOf("read", READS)] : [];
}

function findingsOf(explained: readonly Explained<Step>[], { cause }: Ending): Cause[] {
  const own = [...explained]
    .sort((a, b) => Number(b.refused) - Number(a.refused))
    .flatMap(({ finding }) => finding ?? []);
  return cause === undefined ? own : [cause, ...own];
}

const sameHook =
  (cause: Cause) =>
  (other: Cause): boolean =>
    other.of === cause.of && other.webhook === cause.webhook;

function subjectOf({ verdicts, object, world, wouldBe }: ExplainInput, ending: Ending): Subject | undefined {
  // A request that did not reach admission has a verdict without lines.
  const verdict = verdicts.at(-1) ?? (wouldBe && new Recorder(wouldBe.attributes, wouldBe.plan));
  if (verdict === undefined) return undefined;
  const ender = enderOf(verdicts, ending);
  return { verdict, attributes: verdict.attributes, object: readable(object), world, ender };
}

/** Labels that a client sent can be of any type: filters see those that are texts. */
function readable(object: KubeObject | null): KubeObject | null {
  const own = (map: unknown) =>
    Object.fromEntries(
      Object.entries(record(map)).flatMap(([key, value]) =>
        typeof value === "string" ? [[key, value]] : [],
      ),
    );
  const { labels, annotations } = record(object?.metadata);
  return (
    object && {
      ...object,
      metadata: { ...object.metadata, labels: own(labels), annotations: own(annotations) },
    }
  );
}

/** Steps of all stages of both phases, including stages that were not reached. */
function stepsOf(subject: Subject, verdicts: readonly Verdict[]): Explained<Step>[] {
  const { mutated, validated } = phasesThatCounted(verdicts, subject.verdict);
  const admit = { ...subject, verdict: mutated, attributes: mutated.attributes };
  const validate = { ...subject, verdict: validated, attributes: validated.attributes };
  return [
    ...roundOf(admit, "admit", 0),
    ...roundOf(admit, "admit", 1),
    ...roundOf(validate, "validate", 0),
    ...unboundSteps(subject),
  ];
}

/**
 * Returns the evaluation that counted for each phase, which is the last one: a Scale is changed in one
 * evaluation and validated in another.
 */
function phasesThatCounted(verdicts: readonly Verdict[], only: Verdict) {
  const last = (phase: PhaseName, from: number): number => {
    const index = verdicts
      .slice(from)
      .findLastIndex(({ plugins }) => plugins.some((line) => line.phase === phase));
    return index < 0 ? -1 : from + index;
  };
  const mutated = last("admit", 0);
  const validated = last("validate", Math.max(0, mutated));
  return { mutated: verdicts[mutated] ?? only, validated: verdicts[validated] ?? verdicts[mutated] ?? only };
}

function roundOf(subject: Subject, phase: PhaseName, round: 0 | 1): Explained<Step>[] {
  const { plan, plugins } = subject.verdict;
  const ran = plugins.some((line) => line.phase === phase && line.round === round);
  if (round === 1 && !ran) return [];
  const chain = plan.chain[phase][subject.attributes.operation];
  const steps = chain.flatMap((stage) => stageSteps(stage, subject, phase, round));
  const policiesAreOut = phase === "admit" && round === 0 && !chain.some(({ kind }) => kind === "policies");
  return policiesAreOut ? [...policySteps("mutating", 0, subject), ...steps] : steps;
}

function stageSteps(stage: Stage, subject: Subject, phase: PhaseName, round: 0 | 1): Explained<Step>[] {
  const { plan, plugins, hooks } = subject.verdict;
  if (stage.kind === "plugin") {
    const { name } = stage.plugin;
    const line = plugins.find((one) => one.plugin === name && one.phase === phase && one.round === round);
    return line === undefined ? [] : [pluginStep(line, subject)];
  }
  if (stage.kind === "policies") return policySteps(stage.phase, round, subject);
  const lines = hooks.filter((line) => line.phase === phase && line.round === round);
  return plan[stage.phase].flatMap((hook) => {
    const line = lines.find((one) => one.hook === hook);
    return round === 1 && line === undefined ? [] : [webhookStep(hook, line, round, subject)];
  });
}

/** Returns one result for each object of a deletecollection. */
function objectsOf(input: ExplainInput, ending: Ending): ExplainedObject[] {
  const { verdicts, context, answer } = input;
  if (context?.info.verb !== "deletecollection") return [];
  const byName = new Map<string, Verdict[]>();
  for (const verdict of verdicts) {
    const { namespace = "", name = "" } = verdict.attributes.oldObject?.metadata ?? {};
    const key = `${namespace}/${name}`;
    byName.set(key, [...(byName.get(key) ?? []), verdict]);
  }
  return [...byName].map(([key, own], index): ExplainedObject => {
    const error = own.at(-1)?.phases.find((phase) => phase.error !== undefined)?.error;
    const isLast = index === byName.size - 1;
    const allowed = error === undefined && (answer.allowed || !isLast);
    const subject = subjectOf({ ...input, verdicts: own }, allowed ? { stage: "done" } : ending);
    const explained = subject === undefined ? [] : stepsOf(subject, own);
    const [namespace = "", name = ""] = key.split("/");
    return {
      namespace,
      name,
      allowed,
      message: error?.message ?? (allowed ? "" : answer.message),
      findings: findingsOf(explained, allowed ? { stage: "done" } : ending),
      steps: explained.map(({ step }) => step),
    };
  });
}
