import type { Verdict } from "../../admission/verdict.ts";
import type { Registry } from "../../resources/registry.ts";
import type { RequestContext } from "../../server/request-context.ts";
import type { Blame } from "../blame/field-writer.ts";
import type { Cause, CauseCode, ExplainedAnswer, Stage } from "../explanation.ts";
import { servedInstead } from "../served.ts";
import { pointerOf } from "../sources.ts";
import { plainWords } from "../steps/plain-words.ts";
import { hooksNear, isApplyConflict, keptByOthers, ownersIn } from "./ownership.ts";
import { pathOfField, unknownFields } from "./unknown-fields.ts";

/** The stage at which a request ended, and the cause if it failed outside admission. */
export interface Ending {
  readonly stage: Stage;
  /** Absent if admission itself has the cause. */
  readonly cause?: Cause;
}

type Facts = Pick<RequestContext, "info" | "authorization" | "served" | "user">;

/**
 * Returns the stage at which a request ended. `context` is the server's view of the request; undefined if
 * only the admission of the request is known.
 */
export function endingOf(
  answer: ExplainedAnswer,
  verdicts: readonly Verdict[],
  context: Facts | undefined,
  registry: Registry,
  blame?: Blame,
): Ending {
  if (answer.allowed) return { stage: "done" };
  const { code, message } = answer;
  if (code === 504) return { stage: "time", cause: causeOf("timeout", timeText(message, verdicts)) };
  const verdict = verdicts.at(-1);
  const refusing = verdict?.phases.find(({ error }) => error !== undefined);
  if (refusing !== undefined) return { stage: refusing.phase === "admit" ? "mutating" : "validating" };
  return verdict === undefined ? before(answer, context, registry) : after(answer, verdict, blame);
}

const causeOf = (code: CauseCode, message: string, at = "", fix = ""): Cause => ({
  code,
  of: "",
  webhook: "",
  message,
  saw: null,
  at,
  fix,
});

function timeText(message: string, verdicts: readonly Verdict[]): string {
  const isUnderWay = verdicts.length > 0;
  return `the time of the request was over${isUnderWay ? " while admission was under way" : ""}: ${message}`;
}

/** Returns the ending of a request that did not reach admission. */
function before(answer: ExplainedAnswer, context: Facts | undefined, registry: Registry): Ending {
  const { code, reason, message } = answer;
  if (code === 401)
    return {
      stage: "authentication",
      cause: causeOf("authentication", `the server does not know who asks: ${message}`),
    };
  if (code === 429) return { stage: "before admission", cause: causeOf("throttled", message) };
  if (isForbidden(answer, context)) return { stage: "authorization", cause: noRight(answer.message) };
  const near = nearOf(context, registry);
  if (context !== undefined && context.served === undefined && (code === 404 || code === 405))
    return {
      stage: "routing",
      cause: causeOf("routing", `the server does not serve this: ${message}${near}`),
    };
  if (code === 405) return { stage: "routing", cause: causeOf("routing", message) };
  if (UNREADABLE.has(code) || (code === 422 && /^PatchOptions|^CreateOptions|^UpdateOptions/.test(message)))
    return { stage: "reading", cause: bodyCause(message, context, registry) };
  return stored(answer, reason) ?? other(answer, "before admission");
}

/** Names the versions in which a resource is served that this URL does not have. */
function nearOf(context: Facts | undefined, registry: Registry): string {
  if (context?.info.isResource !== true) return "";
  const { group, version, resource } = context.info;
  const isServed = registry.find(group, version, resource) !== undefined;
  return isServed ? "" : servedInstead({ group, by: "resource", name: resource }, registry);
}

/** The missing rights can be on lines of their own. */
function noRight(message: string): Cause {
  const text = message.replace(/:\n+/, ": ").replaceAll(/\n+/g, ", ");
  return causeOf("authorization", `no right to do this: ${text}`);
}

const UNREADABLE: ReadonlySet<number> = new Set([400, 406, 413, 415]);

/**
 * True if the server refused the request for lack of rights. Webhooks can refuse with 403, too, but only
 * after authorization allowed the request.
 */
const isForbidden = ({ code }: ExplainedAnswer, context: Facts | undefined): boolean =>
  code === 403 && context?.authorization?.decision !== "allow";

function bodyCause(message: string, context: Facts | undefined, registry: Registry): Cause {
  const { group = "", version = "", resource = "" } = context?.info ?? {};
  const [unknown] = unknownFields(message, registry.find(group, version, resource));
  if (unknown !== undefined)
    return causeOf(
      "unknown-field",
      `the body was refused: ${unknown.message}`,
      pointerOf(unknown.path),
      unknown.near,
    );
  return causeOf("decoding", `the body cannot be read: ${plainWords(message)}`);
}

/** Returns the ending for an error of the store: the object is missing, exists already, or has changed. */
function stored({ code, message }: ExplainedAnswer, reason: string): Ending | undefined {
  if (code === 404)
    return {
      stage: "before admission",
      cause: causeOf("not-found", `what the request is about is not there: ${message}`),
    };
  if (code === 409 && reason === "AlreadyExists")
    return { stage: "storing", cause: causeOf("already-exists", `it is there already: ${message}`) };
  if (code === 409 && /^(?!Apply failed).*[Pp]recondition/.test(message))
    return {
      stage: "before admission",
      cause: causeOf("precondition", `the precondition of the request does not hold: ${message}`),
    };
  if (code === 409 && isApplyConflict(message)) return { stage: "storing", cause: ownedByOthers(message) };
  if (code === 409 || code === 412)
    return { stage: "storing", cause: causeOf("conflict", `${conflictOf(message)}: ${message}`) };
  return undefined;
}

const ownedByOthers = (message: string): Cause => ({
  ...causeOf("conflict", `another manager owns what the request applies: ${ownersIn(message)}: ${message}`),
  advice:
    "leave these fields out of the manifest, so that their owner keeps them, or take them over with --force-conflicts",
});

/** The reason of a conflict: another state of the object, or what the server says. */
function conflictOf(message: string): string {
  if (message.includes("the object has been modified"))
    return "the object is no longer at the resourceVersion of the request";
  return "it conflicts with what is stored";
}

function other({ code, reason, message }: ExplainedAnswer, stage: Stage): Ending {
  if (reason === "Invalid" || code === 422)
    return {
      stage: "validation",
      cause: causeOf("refused", `the server's own validation refused it: ${message}`),
    };
  if (code >= 500) return { stage, cause: causeOf("server", `the server cannot do it: ${message}`) };
  return { stage, cause: causeOf("refused", `the server refused it: ${plainWords(message)}`) };
}

/** Returns the ending of a request that admission did not refuse. */
function after(answer: ExplainedAnswer, verdict: Verdict, blame: Blame | undefined): Ending {
  const found = stored(answer, answer.reason);
  if (found !== undefined) return { ...found, stage: "storing" };
  if (answer.code === 403) return { stage: "authorization", cause: noRight(answer.message) };
  const validated = verdict.phases.some(({ phase }) => phase === "validate");
  if (answer.reason !== "Invalid" && answer.code !== 422)
    return other(answer, validated ? "storing" : "validation");
  return { stage: "validation", cause: invalidCause(answer, verdict, blame) };
}

/** The cause of an object that is invalid at the end of admission: the client, a hook, or what another manager wrote before. */
function invalidCause({ message: told }: ExplainedAnswer, verdict: Verdict, blame: Blame | undefined): Cause {
  const field = fieldIn(`: ${told}`);
  const isUpdate = verdict.attributes.operation === "UPDATE";
  const kept = isUpdate ? keptByOthers(field ?? "", blame) : "";
  const wrote = hooksNear(field ?? "", blame);
  const whose = wrote === "" ? changersIn(verdict) : `, after ${wrote}`;
  const message = `no webhook or policy refused it, but the server's own validation${whose}: ${told}`;
  const at = field === undefined ? "" : pointerOf(pathOfField(field));
  const cause = causeOf("refused", kept === "" ? message : `${message} (${kept})`, at);
  if (kept !== "") return { ...cause, advice: KEPT };
  return isUpdate && wrote !== "" ? { ...cause, advice: NOT_THE_CLIENT } : cause;
}

const KEPT = "remove these fields by another way than an apply, or let their manager remove them";
const NOT_THE_CLIENT =
  "not the client wrote this: remove UPDATE from the rules of this webhook or policy, or let it write only fields that an update may change";

function changersIn({ hooks, policies }: Verdict): string {
  const changed = hooks.flatMap(({ hook, call }) => (call?.changed ? [hook.name] : []));
  const policed = policies.flatMap(({ policy, checks }) =>
    checks.some((check) => check.changed) ? [policy.name] : [],
  );
  const who = [...new Set([...policed, ...changed])];
  return who.length === 0 ? "" : `, after ${who.join(", ")} changed the object`;
}

/**
 * The first field that the message names before the problem: `… is invalid: spec.ports[0].port: Required
 * value`.
 */
function fieldIn(message: string): string | undefined {
  const parts = message.split(": ");
  const at = parts.findIndex(
    (part, i) => i >= 2 && PROBLEMS.some((words) => part.startsWith(words)) && FIELD.test(parts[i - 1] ?? ""),
  );
  // Several errors are in brackets.
  return parts[at - 1]?.replace(/^\[/, "");
}

const PROBLEMS = ["Invalid", "Required", "Unsupported", "Duplicate", "Forbidden", "Too"];
const FIELD = /^[\w[\].]+$/;
