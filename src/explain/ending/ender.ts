import { refusesAsPolicy } from "../../admission/readers/refused-by.ts";
import type { PluginLine, Verdict } from "../../admission/verdict.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import { isStepOf } from "../asked.ts";
import type { Cause, ExplainedAnswer, ExplainedRequest, PolicyStep, Step } from "../explanation.ts";
import type { Ender } from "../subject.ts";
import { READS } from "../without-admission.ts";
import type { Ending } from "./ending.ts";

/** Returns the component that ended the request before all webhooks and policies were called. */
export function enderOf(verdicts: readonly Verdict[], ending: Ending): Ender | undefined {
  for (const verdict of verdicts) {
    const line = verdict.plugins.find(({ error }) => error !== undefined);
    if (line === undefined) continue;
    const ender = ofLine(line, verdict);
    return ending.stage === "time" && ender.of === undefined ? { ...OUT_OF_TIME, phase: ender.phase } : ender;
  }
  switch (ending.stage) {
    case "done":
      return undefined;
    case "validation":
      return { who: "the server's own validation", message: "refused the request earlier", phase: "between" };
    case "time":
      return OUT_OF_TIME;
    default:
      return verdicts.length === 0
        ? { who: "the request", message: "ended before admission", phase: "mutating" }
        : { who: "the server", message: "refused the request earlier", phase: "between" };
  }
}

const OUT_OF_TIME: Ender = {
  who: "the request",
  message: "ran out of time before",
  phase: "between",
  isTime: true,
};

function ofLine({ kind, plugin, phase, error }: PluginLine, verdict: Verdict): Ender {
  const when = phase === "admit" ? "mutating" : "validating";
  const message = "refused the request earlier";
  if (kind === "builtin") return { who: `the plugin ${plugin}`, message, phase: when };
  if (kind === "policy") {
    const found = verdict.policies.find((line) => line.phase === phase && refusesAsPolicy(line, verdict));
    const who = found === undefined ? `the plugin ${plugin}` : `${POLICY_KINDS[when]} ${found.policy.name}`;
    return { who, message, phase: when };
  }
  const lines = verdict.hooks.filter((line) => line.phase === phase);
  const found =
    lines.find(({ call }) => call?.outcome.kind === "rejected" && call.outcome.error === error) ??
    lines.find(({ error: own, call }) => own !== undefined || isRefusal(call));
  if (found === undefined) return { who: `the plugin ${plugin}`, message, phase: when };
  const { name, configuration } = found.hook;
  const who = `webhook ${name} of ${WEBHOOK_KINDS[when]}/${configuration}`;
  return { who, message, phase: when, of: { name, configuration } };
}

const isRefusal = (call: Verdict["hooks"][number]["call"]): boolean =>
  call !== undefined &&
  (call.outcome.kind === "failed" ? !call.outcome.ignored : call.outcome.kind !== "allowed");

/** Returns the one line that summarizes the result of a request. */
export function endMessage(
  { operation }: ExplainedRequest,
  answer: ExplainedAnswer,
  ending: Ending,
  steps: readonly Step[],
  asked: string | undefined,
): string {
  if (operation === "READ") return READS;
  const result = asked === undefined ? "" : `${askedText(asked, steps)}; `;
  if (answer.allowed) return `${result}allowed (${answer.code})`;
  const who = refuserOf(steps);
  if (who !== undefined) return `${result}refused (${answer.code}) by ${who}`;
  const where = ending.stage === "validation" ? "the server's own validation" : WHERE[ending.stage];
  return `${result}refused (${answer.code}) ${where === undefined ? "by the server" : `by ${where}`}`;
}

const WHERE: Readonly<Partial<Record<Ending["stage"], string>>> = {
  authentication: "the server: it does not know who asks",
  authorization: "the server: there is no right to do it",
  routing: "the server: it does not serve this",
  reading: "the server: it cannot read the body",
  time: "the server: the time was over",
};

function refuserOf(steps: readonly Step[]): string | undefined {
  for (const step of steps) {
    if (step.kind === "plugin" && step.refusal !== undefined) return `the plugin ${step.name}`;
    if (step.kind === "policy" && isDenial(step)) return `${POLICY_KINDS[step.phase]} ${step.name}`;
    if (step.kind === "webhook" && isRefusalStep(step))
      return `webhook ${step.name} of ${WEBHOOK_KINDS[step.phase]}/${step.configuration}`;
  }
  return undefined;
}

const isDenial = ({ checks, called, why }: PolicyStep): boolean =>
  checks.some(({ actions }) => actions.includes("deny")) || (!called && isFatal(why));

/** True if the policy or webhook failed before it was evaluated, and the failure was not ignored. */
const isFatal = (why: Cause | undefined): boolean =>
  why?.message.endsWith("the request was refused") ?? false;

const isRefusalStep = ({ call, why }: Extract<Step, { kind: "webhook" }>): boolean =>
  call === undefined
    ? (why?.code === "condition-error" || why?.code === "generate-name") && isFatal(why)
    : call.outcome !== "allowed" && !call.ignored;

/** Describes if the webhook or policy was called in any round, or with any binding. */
function askedText(asked: string, steps: readonly Step[]): string {
  const own = steps.filter(isStepOf(asked));
  if (own.length === 0) return `no part in it: ${asked}`;
  const isCalled = own.some((step) => step.kind !== "plugin" && step.called);
  const verb = own.some(({ kind }) => kind === "webhook") ? "called" : "asked";
  return `${isCalled ? "" : "not "}${verb}: ${asked}`;
}
