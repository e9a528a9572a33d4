import type { ObjectChange, Verdict } from "../../admission/verdict.ts";
import { isPatchOf } from "../../api/exchange/patch-media-types.ts";
import { WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import { type Json, type JsonObject, text } from "../../json/value.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { fewOf } from "../../report/few-of.ts";
import type { Registry } from "../../resources/registry.ts";
import type { Blame } from "../blame/field-writer.ts";
import { changedPaths } from "../changed-paths.ts";
import type { Cause } from "../explanation.ts";
import { invalidIn } from "../message/server/field-errors.ts";
import { definitionHint, withoutRule } from "../refused/definition-hints.ts";
import { fieldPath } from "../refused/field-path.ts";
import { shapeAt } from "../refused/shape-at.ts";
import { type Path, placeIn, pointerOf, type Sources, valueAt } from "../sources.ts";
import { indexOfWebhook } from "../subject.ts";
import { replacedItem } from "./effects.ts";
import { changedBeside, writtenPlace } from "./invalid-place.ts";
import { keptDuplicate } from "./kept-items.ts";
import { objectCure } from "./object-cures.ts";
import { objectHint } from "./object-hints.ts";
import { hooksNear, keptByOthers } from "./ownership.ts";
import { causeOf, type Refusal } from "./refusal.ts";
import { olderRule, ruleOfDefinition, typeCure } from "./rule-of-definition.ts";
import { sizeAdvice } from "./size-advice.ts";

/** An object that is invalid at the end of admission. */
interface Invalid {
  readonly refusal: Refusal;
  readonly verdict: Verdict;
  /** The server's error. */
  readonly told: string;
  /** The object as it was validated. */
  readonly object: JsonObject;
  /** The first field that the error names; empty for the whole object. */
  readonly field: string;
  readonly path: Path;
  /** Value at the path. */
  readonly value: Json | undefined;
  /** The webhooks and policies that wrote there; empty if none did. */
  readonly wrote: string;
}

/** The cause of an object that is invalid at the end of admission: the client, a hook, or what another manager wrote before. */
export function invalidCause(refusal: Refusal, verdict: Verdict): Cause {
  const told = refusal.answer.message;
  const changed = verdict.changes.at(-1)?.after;
  const object: JsonObject = {
    ...(verdict.validated ?? changed ?? refusal.object ?? verdict.received),
  };
  const field = fieldIn(told);
  const path = field === "" ? [] : fieldPath(field, object);
  const value = valueAt(object, path);
  const wrote = hooksNear(field, refusal.blame);
  const invalid: Invalid = { refusal, verdict, told, object, field, path, value, wrote };
  const message = messageOf(invalid);
  return (
    calledAgainCause(invalid, message) ??
    keptCause(invalid, message) ??
    olderCause(invalid, message) ??
    ownCause(invalid, message)
  );
}

function messageOf({ refusal, verdict, told, object, field, path, wrote }: Invalid): string {
  const { context, blame, world, object: sent } = refusal;
  const whose = wrote === "" ? changersIn(verdict) : `, after ${wrote}`;
  const isNull = told.includes("Required value") && valueAt(sent ?? null, path) === null;
  const hint =
    objectHint(told, path, object) ||
    (isNull ? " (the request has null there, an empty value in YAML, which counts as absent)" : "");
  const hidden =
    hiddenWriters(path, blame, world.sources) ||
    keptDuplicate(told, path, verdict, {
      sent: sent ?? undefined,
      registry: world.registry,
      isApply: isApply(context),
    }) ||
    (told.includes("Required value") ? replacedItem(path, verdict, context) : "") ||
    (wrote === "" ? changedBeside(verdict, path) : "") ||
    ruleOfDefinition({ told, field, path }, verdict.attributes.resource, world);
  return `no webhook or policy refused it, but the server's own validation${whose}: ${withoutRule(told)}${hint}${hidden}`;
}

/** A webhook wrote the same patch at the field in two calls. */
function calledAgainCause({ refusal, verdict, field }: Invalid, message: string): Cause | undefined {
  const again = calledAgain(verdict, refusal.blame, field);
  if (again === undefined) return undefined;
  const { configuration, name } = again;
  const source = refusal.world.sources.find(WEBHOOK_KINDS.mutating, configuration);
  const place = ["webhooks", indexOfWebhook(source, name), "reinvocationPolicy"];
  const twice = `${message}; ${name} was called twice, because its reinvocationPolicy is IfNeeded and the object was changed after its first call, and its second answer has the same patch as the first`;
  return {
    ...causeOf("refused", twice, placeIn(source, place)),
    of: `${WEBHOOK_KINDS.mutating}/${configuration}`,
    webhook: name,
    advice: ONCE,
  };
}

/** An apply does not remove what other managers wrote. */
function keptCause({ refusal, field, path }: Invalid, message: string): Cause | undefined {
  const kept = isApply(refusal.context) ? keptByOthers(field, refusal.blame) : "";
  return kept === ""
    ? undefined
    : { ...causeOf("refused", `${message} (${kept})`, pointerOf(path)), advice: KEPT };
}

function olderCause({ refusal, verdict, told }: Invalid, message: string): Cause | undefined {
  const seen = verdict.validated ?? refusal.object ?? verdict.received ?? undefined;
  const older = olderRule(told, verdict, seen, refusal.world);
  return older && { ...causeOf("refused", ""), ...older, message: `${message}; ${older.message}` };
}

/** The cause for a value of the client or of a hook. */
function ownCause(invalid: Invalid, message: string): Cause {
  const { path, wrote } = invalid;
  const changes = fixedChanges(invalid);
  const fields =
    changes.length < 2 || wrote !== "" ? "" : `; the request changes ${fewOf(changes.map(pointerOf), MOST)}`;
  const at = refusedPlace(invalid, changes);
  const label =
    at.includes("matchLabels") && at.length > path.length ? ` (${pointerOf(at)} ${RELEASED})` : "";
  const advice = adviceOn(invalid);
  return {
    ...causeOf("refused", `${message.trimEnd()}${fields}${label}`, pointerOf(at)),
    ...(advice !== "" && { advice }),
  };
}

function adviceOn({ refusal, verdict, told, object, path, value, wrote }: Invalid): string {
  const { world } = refusal;
  const { operation, resource } = verdict.attributes;
  if (operation === "UPDATE" && wrote !== "")
    return `${NOT_THE_CLIENT}${updateRule(wrote, verdict, world.sources)}`;
  const isNew = wrote !== "" && value !== undefined && valueAt(refusal.object ?? null, path) === undefined;
  return (
    (isNew && isEmpty(value) ? LEFT_OUT : "") ||
    definitionHint(told, path, object) ||
    typeCure(told, text(value), { path, resource, world }) ||
    objectCure({ told, path, object, world }) ||
    sizeAdvice(verdict) ||
    keyAdvice(path, verdict, world.registry)
  );
}

/** Changes of an update to fields that stay as they are. The server sets fields that the request leaves out again. */
const fixedChanges = ({ verdict, told, object, path, value }: Invalid): Path[] =>
  FIXED.test(told)
    ? changedPaths(valueAt(verdict.attributes.oldObject ?? undefined, path), value, path).filter(
        (one) => valueAt(object, one) !== undefined && !OF_PODS.test(pointerOf(one)),
      )
    : [];

function refusedPlace({ refusal, told, object, path, wrote }: Invalid, changes: readonly Path[]): Path {
  const [fixed, ...more] = changes;
  if (fixed !== undefined && (more.length === 0 || path.length === 1)) return fixed;
  return wrote === "" ? writtenPlace(told, path, object, refusal.object ?? null) : path;
}

/** Errors about a field that an update may not change. */
const FIXED =
  /field is immutable|spec is immutable after creation|pod updates may not change fields other than/;
/** Fields of a pod that an update may change. */
const OF_PODS =
  /^\/spec\/(?:(?:init)?[cC]ontainers\/\d+\/image|activeDeadlineSeconds|terminationGracePeriodSeconds|tolerations)$/;
const RELEASED =
  "changed: a label whose value changes with each release, such as helm.sh/chart, does not belong into a selector";

const ONCE =
  "let the webhook answer without a patch if the object has its changes already, or write reinvocationPolicy: Never. (With --answers, both calls have the one recorded answer)";

/** The webhook that wrote at an invalid field in two calls with the same patch. */
function calledAgain({ changes }: Verdict, blame: Refusal["blame"], field: string) {
  const near = hooksNear(field, blame);
  const second = changes.find(
    (one) =>
      one.kind === "webhook" &&
      one.round === 1 &&
      near.includes(one.hook.name) &&
      changes.some(
        (first) =>
          first.kind === "webhook" &&
          first.round === 0 &&
          first.hook === one.hook &&
          equalPatches(first, one),
      ),
  );
  return second?.kind === "webhook" ? second.hook : undefined;
}

const equalPatches = (a: ObjectChange, b: ObjectChange): boolean =>
  a.kind !== "plugin" && b.kind !== "plugin" && JSON.stringify(a.written) === JSON.stringify(b.written);

/** True if the client sent an apply, which leaves the fields of other managers as they are. */
const isApply = (context: Refusal["context"]): boolean =>
  context !== undefined && isPatchOf("apply", context.request);

const KEPT = "remove these fields by another way than an apply, or let their manager remove them";
const NOT_THE_CLIENT =
  "the client did not write this: remove UPDATE from the rules of this webhook or policy, or let it write only fields that an update may change";

/** The place of UPDATE in the rules of the webhook that wrote, in brackets; empty if it is not known. */
function updateRule(wrote: string, { changes }: Verdict, sources: Sources): string {
  const found = changes.find((one) => one.kind === "webhook" && wrote.includes(one.hook.name));
  if (found?.kind !== "webhook") return "";
  const { name, configuration, rules } = found.hook;
  const source = sources.find(WEBHOOK_KINDS.mutating, configuration);
  const index = rules.findIndex(({ operations }) =>
    operations.some((one) => one === "UPDATE" || one === "*"),
  );
  return source === undefined || index < 0
    ? ""
    : ` (${placeIn(source, ["webhooks", indexOfWebhook(source, name), "rules", index, "operations"])})`;
}

const LEFT_OUT =
  "the request does not have this field, and the webhook or policy writes an empty value into it: leave the field out of the patch (omitempty in Go)";

const isEmpty = (value: Json): boolean =>
  typeof value === "object" && value !== null ? Object.keys(value).length === 0 : !value;

function changersIn({ hooks, policies }: Verdict): string {
  const changed = hooks.flatMap(({ hook, call }) => (call?.changed ? [hook.name] : []));
  const policed = policies.flatMap(({ policy, checks }) =>
    checks.some((check) => check.changed) ? [policy.name] : [],
  );
  const who = [...new Set([...policed, ...changed])];
  return who.length === 0 ? "" : `, after ${who.join(", ")} changed the object`;
}

/** The first field that the message names; empty for the whole object. */
function fieldIn(message: string): string {
  const [, quoted] = /"([^"]+)" must validate/.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
  return quoted ?? invalidIn(message)?.errors[0]?.field ?? "";
}

/**
 * Tells what the client did not write and does not see in its manifest: a webhook or policy removed a part beside the
 * invalid field, or the plugin LimitRanger filled one in. Empty if there is no such thing.
 */
function hiddenWriters(path: Path, blame: Blame | undefined, sources: Sources): string {
  return removedBeside(path, blame) || limitsBeside(path, blame, sources);
}

const MOST = 4;

/** `: hook.example.com removed /spec/initContainers/0/restartPolicy`. */
function removedBeside(path: Path, blame: Blame | undefined): string {
  const removed = (blame?.lost ?? []).filter(
    ({ how, by, from }) =>
      how === "removed" && (by.kind === "webhook" || by.kind === "policy") && by.name !== from.name,
  );
  const [own, around] = [pointerOf(path), pointerOf(path.slice(0, -1))];
  const isOwn = (one: string): boolean => one === own || one.startsWith(`${own}/`);
  const isBeside = (one: string): boolean => parentOf(one) === around && around.includes("/", 1);
  const near = path.length === 0 ? [] : removed.filter((one) => isOwn(one.path) || isBeside(one.path));
  const [first] = near;
  if (first === undefined) return "";
  const same = near.filter(({ by }) => by.name === first.by.name);
  return `; ${first.by.name} removed ${same
    .slice(0, MOST)
    .map((one) => one.path)
    .join(", ")}, which the request has`;
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));

/** Requests and limits of a container that are defaults of a LimitRange. */
function limitsBeside(path: Path, blame: Blame | undefined, sources: Sources): string {
  const at = path.indexOf("resources");
  if (at < 0) return "";
  const prefix = `${pointerOf(path.slice(0, at + 1))}/`;
  const set = (blame?.fields ?? []).filter(
    ({ path: one, by }) => by.kind === "plugin" && by.name === "LimitRanger" && one.startsWith(prefix),
  );
  if (set.length === 0) return "";
  const [range, ...more] = sources.names?.("LimitRange") ?? [];
  const of = range === undefined || more.length > 0 ? "a LimitRange of the namespace" : `LimitRange/${range}`;
  const values = set.map((one) => `${one.path} = ${String(one.value)}`);
  return `; the plugin LimitRanger set ${values.slice(0, MOST).join(", ")}, which ${of} has as its default`;
}

/**
 * Says that a policy wrote an item of a list without all keys of the list, so that it became another
 * item; empty if the invalid field is no such key.
 */
function keyAdvice(path: Path, verdict: Verdict, registry: Registry): string {
  const at = path.findLastIndex((part) => typeof part === "number");
  const { group, version, kind } = verdict.attributes.kind;
  const list = at < 1 ? undefined : shapeAt(path.slice(0, at), registry.findKind(group, version, kind));
  if (list?.kind !== "list" || list.listType !== "map" || list.keys.length < 2) return "";
  const isKey = path.length === at + 2 && list.keys.includes(String(path.at(-1)));
  const isByPolicy = verdict.changes.some((change) => change.kind === "policy");
  if (!isKey || !isByPolicy) return "";
  return `items of ${path.slice(0, at).join(".")} are found by ${list.keys.join(" and ")} together: a policy writes all of them, else it makes another item`;
}
