import { POLICY_KINDS, WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import { isStepOf } from "../asked.ts";
import type { Cause, ExplainedAnswer, ExplainedRequest, PolicyStep, Step } from "../explanation.ts";
import { READS } from "../without-admission.ts";
import type { Ending } from "./ending.ts";

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
    if (step.kind === "webhook" && isRefusal(step))
      return `webhook ${step.name} of ${WEBHOOK_KINDS[step.phase]}/${step.configuration}`;
  }
  return undefined;
}

const isDenial = ({ checks, called, why }: PolicyStep): boolean =>
  checks.some(({ actions }) => actions.includes("deny")) || (!called && isFatal(why));

/** True if the policy or webhook failed before it was evaluated, and the failure was not ignored. */
const isFatal = (why: Cause | undefined): boolean =>
  why?.message.endsWith("the request was refused") ?? false;

const isRefusal = ({ call, why }: Extract<Step, { kind: "webhook" }>): boolean =>
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
