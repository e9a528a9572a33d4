import type { Verdict } from "../../admission/verdict.ts";
import { formatGroupVersion } from "../../api/group-version.ts";
import { type JsonObject, record, records } from "../../json/value.ts";
import type { FoundKind } from "../../resources/registry.ts";
import { subresourcesIn } from "../../resources/subresources-in.ts";
import type { RequestInfo } from "../../server/accept/request-info.ts";
import type { Cause, Stage } from "../explanation.ts";
import { budgetedPods, podBudget } from "../pods/pod-budget.ts";
import { appliedPath } from "../refused/applied-path.ts";
import { pathOfField } from "../refused/field-path.ts";
import { placeIn, pointerOf } from "../sources.ts";
import { plainWords } from "../steps/plain-words.ts";
import { remoteText } from "../without-admission.ts";
import type { World } from "../world.ts";
import { bodyCause, mergedCause, patchCause } from "./body.ts";
import { invalidCause } from "./invalid-object.ts";
import { givingRole, nearRight } from "./near-rights.ts";
import { budgetsOf, budgetsOver, podsOver } from "./object-cures.ts";
import { conflictFields, isApplyConflict, ownersIn } from "./ownership.ts";
import { placeInPatch } from "./patch-place.ts";
import { inPlainWords } from "./plain-ending.ts";
import { causeOf, type Ending, type Refusal } from "./refusal.ts";
import { definitionProblem, servedInstead } from "./served.ts";

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
    return { stage: "reading", cause: patchCause(problem, refusal.context?.trail?.unapplied) };
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

function other(refusal: Refusal, stage: Stage): Ending {
  const { context, world } = refusal;
  const { code, reason, message } = refusal.answer;
  if (reason === "Invalid" || code === 422)
    return {
      stage: "validation",
      cause: mergedCause(refusal) ?? causeOf("refused", `the server's own validation refused it: ${message}`),
    };
  if (code >= 500) {
    const isBudget = message.includes("more than one PodDisruptionBudget");
    const { name = "", namespace = "" } = context?.info ?? {};
    const budgets = isBudget ? budgetsOf(name, namespace, world) : "";
    const { at, fix } = placeInPatch(refusal);
    return {
      stage,
      cause: causeOf("server", `the server cannot do it: ${message}${budgets}`, pointerOf(at), fix),
    };
  }
  const cause = causeOf("refused", `the server refused it: ${plainWords(message)}`);
  const { name = "", namespace = "" } = context?.info ?? {};
  const [budget] = message.includes("disruption budget") ? budgetsOver(name, namespace, world) : [];
  if (budget === undefined) return { stage, cause };
  const of = `PodDisruptionBudget/${budget}`;
  const source = world.sources.find("PodDisruptionBudget", budget);
  const pods = podsOver(source?.object ?? {}, world);
  const { field, value, allowed } = podBudget(source?.object ?? {}, pods);
  const never = allowed <= 0 ? ` ${field} ${value} never allows the eviction${budgetedPods(pods)}` : "";
  const now = healthyNow(record(source?.object.status));
  const at = placeIn(source, ["spec", field]);
  return { stage, cause: { ...cause, message: `${cause.message}${now}${never}`, of, at } };
}

/** The numbers of a budget, if they are why it allows no eviction; those of a failed sync are old (EvictionREST of Kubernetes). */
function healthyNow({ desiredHealthy, currentHealthy, expectedPods, conditions }: JsonObject): string {
  const isFailed = records(conditions).some(({ reason }) => reason === "SyncFailed");
  const isFew =
    typeof currentHealthy === "number" &&
    typeof desiredHealthy === "number" &&
    currentHealthy <= desiredHealthy;
  return isFailed || !isFew || typeof expectedPods !== "number"
    ? ""
    : ` It wants ${desiredHealthy} of ${expectedPods} pods healthy; healthy now: ${currentHealthy}.`;
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

/** Returns the ending for an error of the store: the object is missing, exists already, or has changed. */
function storeEnding(refusal: Refusal): Ending | undefined {
  const { code, reason, message } = refusal.answer;
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
  if (code === 409 && isApplyConflict(message)) return { stage: "storing", cause: ownedByOthers(refusal) };
  if (code === 409 || code === 412)
    return { stage: "storing", cause: causeOf("conflict", ...conflictOf(refusal)) };
  return undefined;
}

function ownedByOthers({ answer: { message }, context, object }: Refusal): Cause {
  const own = context?.request.query.get("fieldManager") ?? "";
  const isOwn = own !== "" && message.includes(`with "${own}"`);
  const [, other = ""] = /with "([^"]+)"/.exec(message) ?? [];
  const isProgram = own !== "" && !isOwn && programOf(other) === programOf(own);
  const program = isProgram
    ? ` (the request is by "${own}", probably the same program: give both one name)`
    : "";
  const same = isOwn ? ` (an update by "${own}" is another owner than its applies)` : program;
  const text = `another manager owns what the request applies: ${ownersIn(message)}${same}: ${message}`;
  const [first = ""] = conflictFields(message);
  const at = appliedPath(object ?? context?.requestObject ?? undefined, first) ?? pathOfField(first);
  const advice =
    "leave these fields out of the manifest, so that their owner keeps them, or take them over with --force-conflicts";
  return { ...causeOf("conflict", text, pointerOf(at)), advice };
}

/** The name of a manager without the ending of Windows or a random one. */
const programOf = (manager: string): string => manager.replace(/\.exe$|-[0-9a-f]{6,}$/, "");

/** The reason of a conflict, and its place: another state of the object, or what the server says. */
function conflictOf({ answer: { message }, context, object }: Refusal): [told: string, at: string] {
  if (!message.includes("the object has been modified"))
    return [`it conflicts with what is stored: ${message}`, ""];
  const { resourceVersion } = record(record(object ?? context?.requestObject ?? null).metadata);
  const path = ["metadata", "resourceVersion"];
  return [
    `the object is no longer at the resourceVersion of the request: ${message}`,
    resourceVersion === undefined ? "" : pointerOf(path),
  ];
}

const FAILURE = "conversion webhook for ";
const KIND = "CustomResourceDefinition";
const PLACE = ["spec", "conversion", "webhook", "clientConfig"];

/** Returns the ending of a request for an object that a conversion webhook could not convert; undefined for all others. */
function conversionEnding({ answer, verdicts, context, world }: Refusal): Ending | undefined {
  const at = answer.message.indexOf(FAILURE);
  if (at < 0 || (answer.code !== 429 && answer.code !== 500) || context === undefined) return undefined;
  const { resource, group } = context.info;
  const name = `${resource}.${group}`;
  const told = `the object cannot be converted to another version: ${answer.message.slice(at)}`;
  return {
    stage: verdicts.length === 0 ? "before admission" : "storing",
    cause: {
      ...causeOf("call-failed", told, placeIn(world.sources.find(KIND, name), PLACE)),
      of: `${KIND}/${name}`,
      advice: "repair the webhook; requests in the stored version need no conversion",
    },
  };
}

/** Says why the server serves nothing at a URL, and what it serves instead; empty if nothing is known. */
function notServed(info: RequestInfo, world: World): string {
  if (!info.isResource) return "";
  const { group, version, resource } = info;
  const found = world.registry.find(group, version, resource);
  if (found !== undefined) return partNotServed(info, found);
  const own = world
    .definitions()
    .map(({ metadata, spec, status }) => ({ metadata, spec: record(spec), status }))
    .find(({ spec }) => spec.group === group && record(spec.names).plural === resource);
  const problem = own === undefined ? "" : definitionProblem(own);
  return problem === "" ? servedInstead({ group, by: "resource", name: resource }, world.registry) : problem;
}

/** The resource is served, but not in this way. */
function partNotServed({ namespace, name, subresource }: RequestInfo, found: FoundKind): string {
  const { kind, resource } = found;
  const known = subresourcesIn(found).map((one) => one.name);
  if (subresource !== "" && !known.includes(subresource)) {
    const enabled = `its CustomResourceDefinition has no subresources.${subresource} in version ${kind.version}`;
    return `; ${kind.plural} have no subresource ${subresource}${resource.custom ? `: ${enabled}` : ""}`;
  }
  if (!resource.namespaced || namespace !== "") return "";
  const root = kind.group === "" ? "/api/v1" : `/apis/${formatGroupVersion(kind)}`;
  return `; ${kind.plural} are in namespaces: ${root}/namespaces/NAMESPACE/${kind.plural}${name === "" ? "" : `/${name}`}`;
}
