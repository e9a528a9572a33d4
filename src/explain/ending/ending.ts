import type { Verdict } from "../../admission/verdict.ts";
import type { Cause, Stage } from "../explanation.ts";
import { placeIn } from "../sources.ts";
import { plainWords } from "../steps/plain-words.ts";
import { remoteText } from "../without-admission.ts";
import { bodyCause } from "./body.ts";
import { conversionEnding } from "./conversion-ending.ts";
import { invalidCause } from "./invalid-object.ts";
import { givingRole, nearRight } from "./near-rights.ts";
import { budgetsOf, budgetsOver } from "./object-cures.ts";
import { inPlainWords } from "./plain-ending.ts";
import { causeOf, type Ending, type Refusal } from "./refusal.ts";
import { notServed } from "./routing.ts";
import { storeEnding } from "./store-ending.ts";

export type { Ending } from "./refusal.ts";

/** Returns the stage at which a request ended, and the cause with what is known about the text of the server. */
export function endingOf(refusal: Refusal): Ending {
  const ending = reached(refusal);
  const { cause } = ending;
  return cause === undefined ? ending : { ...ending, cause: inPlainWords(cause, refusal.answer.message) };
}

function reached(refusal: Refusal): Ending {
  const { answer, verdicts } = refusal;
  if (answer.allowed) return { stage: "done" };
  const { code, message } = answer;
  if (code === 504) return { stage: "time", cause: causeOf("timeout", timeText(message, verdicts)) };
  const verdict = verdicts.at(-1);
  const refusing = verdict?.phases.find(({ error }) => error !== undefined);
  if (refusing !== undefined) return { stage: refusing.phase === "admit" ? "mutating" : "validating" };
  return conversionEnding(refusal) ?? (verdict === undefined ? before(refusal) : after(refusal, verdict));
}

function timeText(message: string, verdicts: readonly Verdict[]): string {
  const isUnderWay = verdicts.length > 0;
  return `the time of the request was over${isUnderWay ? " while admission was under way" : ""}: ${message}`;
}

/** Returns the ending of a request that did not reach admission. */
function before(refusal: Refusal): Ending {
  const { code, message } = refusal.answer;
  if (code === 401)
    return {
      stage: "authentication",
      cause: causeOf(
        "authentication",
        ["the server does not know who asks", message].filter((part) => part !== "").join(": "),
      ),
    };
  if (code === 429) return { stage: "before admission", cause: causeOf("throttled", message) };
  if (isForbidden(refusal)) {
    const { context, world } = refusal;
    return {
      stage: "authorization",
      cause: withNear(noRight(message), context && nearRight(context, world)),
    };
  }
  const remote = remoteText(refusal.context, refusal.world);
  if (remote !== undefined)
    return {
      stage: "before admission",
      cause: causeOf("routing", `${remote}; it answered ${code} ${message}`.trim()),
    };
  if (isUnserved(refusal)) return { stage: "routing", cause: causeOf("routing", unservedText(refusal)) };
  if (code === 405) return { stage: "routing", cause: causeOf("routing", message) };
  const problem = refusal.context?.trail?.problem;
  if (code === 422 && problem !== undefined)
    return { stage: "reading", cause: causeOf("decoding", `the patch cannot be applied: ${problem}`) };
  if (code === 406) return { stage: "reading", cause: causeOf("decoding", UNACCEPTABLE) };
  if (UNREADABLE.has(code) || (code === 422 && /^(?:Patch|Create|Update)Options/.test(message)))
    return { stage: "reading", cause: bodyCause(refusal) };
  return storeEnding(refusal) ?? other(refusal, "before admission");
}

/** Text of the reference for paths below a served group and version. */
const NOTHING_HERE = "the server could not find the requested resource";

const isUnserved = ({ answer: { code, message }, context }: Refusal): boolean =>
  context !== undefined &&
  (code === 404 || code === 405) &&
  (context.served === undefined || message === NOTHING_HERE);

function unservedText({ answer: { message }, context, world }: Refusal): string {
  const told =
    message === "" ? "the server does not serve this" : `the server does not serve this: ${message.trim()}`;
  return context === undefined ? told : `${told}${notServed(context.info, world)}`;
}

/** The missing rights can be on lines of their own. */
function noRight(message: string): Cause {
  const text = message.replace(/:\n+/, ": ").replaceAll(/\n+/g, ", ");
  return causeOf("authorization", `no right to do this: ${text}`);
}

/** Adds the role or binding that nearly gives the right. */
const withNear = (cause: Cause, near: ReturnType<typeof nearRight>): Cause =>
  near === undefined
    ? cause
    : { ...cause, of: near.of, at: near.at, message: `${cause.message}; ${near.message}` };

const UNREADABLE: ReadonlySet<number> = new Set([400, 413, 415]);
const UNACCEPTABLE =
  "the server cannot answer in any format that the header Accept names: ask for application/json";

/**
 * True if the server refused the request for lack of rights. Webhooks can refuse with 403, too, but only
 * after authorization allowed the request.
 */
const isForbidden = ({ answer: { code }, context }: Refusal): boolean =>
  code === 403 && context?.authorization?.decision !== "allow";

function other({ answer: { code, reason, message }, context, world }: Refusal, stage: Stage): Ending {
  if (reason === "Invalid" || code === 422)
    return {
      stage: "validation",
      cause: causeOf("refused", `the server's own validation refused it: ${message}`),
    };
  if (code >= 500) {
    const isBudget = message.includes("more than one PodDisruptionBudget");
    const { name = "", namespace = "" } = context?.info ?? {};
    const budgets = isBudget ? budgetsOf(name, namespace, world) : "";
    return { stage, cause: causeOf("server", `the server cannot do it: ${message}${budgets}`) };
  }
  const cause = causeOf("refused", `the server refused it: ${plainWords(message)}`);
  const { name = "", namespace = "" } = context?.info ?? {};
  const [budget] = message.includes("disruption budget") ? budgetsOver(name, namespace, world) : [];
  if (budget === undefined) return { stage, cause };
  const of = `PodDisruptionBudget/${budget}`;
  const at = placeIn(world.sources.find("PodDisruptionBudget", budget), ["spec"]);
  return { stage, cause: { ...cause, of, at } };
}

/** Returns the ending of a request that admission did not refuse. */
function after(refusal: Refusal, verdict: Verdict): Ending {
  const { answer } = refusal;
  const found = storeEnding(refusal);
  if (found !== undefined) return { ...found, stage: "storing" };
  if (answer.code === 403) {
    const { context, world } = refusal;
    return {
      stage: "authorization",
      cause: withNear(noRight(answer.message), context && givingRole(context, world)),
    };
  }
  const validated = verdict.phases.some(({ phase }) => phase === "validate");
  if (answer.reason !== "Invalid" && answer.code !== 422)
    return other(refusal, validated ? "storing" : "validation");
  return { stage: "validation", cause: invalidCause(refusal, verdict) };
}
