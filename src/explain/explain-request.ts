import { explainHooks } from "../admission/readers/explain.ts";
import type { PluginLine, Verdict } from "../admission/verdict.ts";
import type { KubeObject } from "../api/meta.ts";
import type { Registry } from "../resources/registry.ts";
import type {
  Cause,
  ExplainedAnswer,
  ExplainedRequest,
  Explanation,
  PluginStep,
  Step,
} from "./explanation.ts";
import { neverMatches } from "./never-matches.ts";
import { policyStep } from "./policy-step.ts";
import { placeIn, type Sources } from "./sources.ts";
import { indexOfWebhook, POLICY_KINDS, type Subject, WEBHOOK_KINDS } from "./subject.ts";
import { explainPolicies } from "./unseen-policies.ts";
import { type Explained, webhookStep } from "./webhook-step.ts";

export interface ExplainInput {
  /** Of every evaluation of admission, in order; none: the request never came so far. */
  readonly verdicts: readonly Verdict[];
  readonly request: ExplainedRequest;
  readonly answer: ExplainedAnswer;
  /** As the client sent it. */
  readonly object: KubeObject | null;
  readonly registry: Registry;
  readonly sources: Sources;
  /** What is known to be wrong from elsewhere; it stands first. */
  readonly findings?: readonly Cause[];
  /** Default true. */
  readonly webhooksCalled?: boolean;
  readonly notes?: readonly string[];
}

/** What admission did with a request, and why. The last evaluation is the one that counted. */
export function explainRequest(input: ExplainInput): Explanation {
  const { verdicts, request, answer, object, registry, sources, findings = [], notes = [] } = input;
  const { webhooksCalled = true } = input;
  const verdict = verdicts.at(-1);
  const subject = verdict && { verdict, attributes: verdict.attributes, object, registry, sources };
  const explained =
    subject === undefined
      ? []
      : partsOf(verdicts).flatMap(({ verdict, phase }) =>
          stepsOf({ ...subject, verdict, attributes: verdict.attributes }, phase),
        );
  const own = [...explained]
    .sort((a, b) => Number(b.refused) - Number(a.refused))
    .flatMap(({ finding }) => finding ?? []);
  const more =
    subject === undefined ? [] : neverMatching(subject).filter((cause) => !own.some(sameHook(cause)));
  return {
    apiVersion: "explain.sallyport/v1",
    kind: "Explanation",
    request,
    answer,
    findings: [...findings, ...own, ...ownValidation(answer, explained), ...more],
    steps: explained.map(({ step }) => step),
    webhooksCalled,
    notes,
  };
}

/** Refused, and by nobody in admission: the rules of the kind itself did it. */
function ownValidation(answer: ExplainedAnswer, explained: readonly Explained<Step>[]): Cause[] {
  const isAdmission =
    explained.length === 0 || explained.some(({ step, refused }) => refused || denies(step));
  if (answer.allowed || isAdmission) return [];
  const changed = explained.flatMap(({ step }) =>
    step.kind === "webhook" && step.call?.changed === true ? [step.name] : [],
  );
  const after = changed.length === 0 ? "" : `, after ${changed.join(", ")} changed the object`;
  const [message = ""] = answer.message.split("\n");
  const text = `no webhook or policy refused it, but the server's own validation${after}: ${message}`;
  return [
    { code: "refused", of: "", webhook: "", message: text, saw: { code: answer.code }, at: "", fix: "" },
  ];
}

const denies = (step: Step): boolean =>
  step.kind === "policy" && step.checks.some(({ actions }) => actions.includes("deny"));

interface Part {
  readonly verdict: Verdict;
  readonly phase: PluginLine["phase"];
}

/**
 * The phases that counted. Of several evaluations that is the last one; a scale is changed in one and validated in
 * another.
 */
function partsOf(verdicts: readonly Verdict[]): Part[] {
  const last = (phase: Part["phase"], from: number): number => {
    const index = verdicts
      .slice(from)
      .findLastIndex(({ plugins }) => plugins.some((line) => line.phase === phase));
    return index < 0 ? -1 : from + index;
  };
  const mutated = last("admit", 0);
  const validated = last("validate", Math.max(0, mutated));
  return [
    { index: mutated, phase: "admit" as const },
    { index: validated, phase: "validate" as const },
  ].flatMap(({ index, phase }) => {
    const verdict = verdicts[index];
    return verdict === undefined ? [] : [{ verdict, phase }];
  });
}

const sameHook =
  (cause: Cause) =>
  (other: Cause): boolean =>
    other.of === cause.of && other.webhook === cause.webhook;

/** Every plugin of the chain as it ran, with the webhooks and policies of it. */
function stepsOf(subject: Subject, wanted: PluginLine["phase"]): Explained<Step>[] {
  const { verdict } = subject;
  const webhooks = explainHooks(verdict);
  return verdict.plugins.flatMap((line): Explained<Step>[] => {
    const { phase, round } = line;
    if (phase !== wanted) return [];
    if (line.kind === "builtin") return [pluginStep(line, subject)];
    if (line.kind === "policy")
      return explainPolicies(verdict, phase, round).map((policy) => policyStep(policy, subject));
    return webhooks
      .filter((hook) => hook.phase === phase && hook.round === round)
      .map((hook) => webhookStep(hook, subject));
  });
}

/** Plugins that decide by what the namespace is. */
const OF_NAMESPACE: ReadonlySet<string> = new Set(["NamespaceLifecycle", "PodSecurity"]);

function pluginStep(line: PluginLine, { attributes, sources }: Subject): Explained<PluginStep> {
  const { plugin, phase, round, milliseconds, error } = line;
  const step: PluginStep = {
    kind: "plugin",
    name: plugin,
    phase: phase === "admit" ? "mutating" : "validating",
    round,
    milliseconds,
    ...(error && { refusal: { code: error.code, message: error.message } }),
  };
  if (error === undefined) return { step, finding: undefined, refused: false };
  const source = OF_NAMESPACE.has(plugin) ? sources.find("Namespace", attributes.namespace) : undefined;
  const of = OF_NAMESPACE.has(plugin) ? `Namespace/${attributes.namespace}` : "";
  const at = source === undefined ? "" : placeIn(source, ["metadata", "labels"]);
  const base = { of, webhook: "", saw: null, at, fix: "" } as const;
  const message = `the plugin ${plugin} refused: ${error.message}`;
  return { step, finding: { ...base, code: "refused", message }, refused: true };
}

/** Webhooks and policies none of whose rules any served resource can ever fit. */
function neverMatching({ verdict: { plan }, registry, sources }: Subject): Cause[] {
  const webhooks = [...plan.mutating, ...plan.validating].flatMap((hook): Cause[] => {
    const kind = WEBHOOK_KINDS[hook.phase];
    const source = sources.find(kind, hook.configuration);
    const all = hook.rules.map((rule) => neverMatches(rule, registry));
    const [first] = all;
    if (first === undefined || all.includes(undefined)) return [];
    const at = placeIn(source, ["webhooks", indexOfWebhook(source, hook.name), "rules", 0, first.part]);
    const { message, fix } = first;
    return [
      {
        code: "never-matches",
        of: `${kind}/${hook.configuration}`,
        webhook: hook.name,
        message,
        saw: null,
        at,
        fix,
      },
    ];
  });
  const policies = [...plan.mutatingPolicies, ...plan.validatingPolicies].flatMap(({ policy }): Cause[] => {
    const kind = POLICY_KINDS[policy.phase];
    const all = policy.criteria.rules.map((rule) => neverMatches(rule, registry));
    const [first] = all;
    if (first === undefined || all.includes(undefined)) return [];
    const path = ["spec", "matchConstraints", "resourceRules", 0, first.part];
    const at = placeIn(sources.find(kind, policy.name), path);
    const { message, fix } = first;
    return [
      { code: "never-matches", of: `${kind}/${policy.name}`, webhook: "", message, saw: null, at, fix },
    ];
  });
  return [...webhooks, ...policies];
}
