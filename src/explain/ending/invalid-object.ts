import type { ObjectChange, Verdict } from "../../admission/verdict.ts";
import { WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { changedPaths } from "../changed-paths.ts";
import type { Cause } from "../explanation.ts";
import { nearest } from "../near.ts";
import { definitionHint, withoutRule } from "../refused/definition-hints.ts";
import { fieldPath } from "../refused/field-path.ts";
import { valueHint } from "../refused/value-hint.ts";
import { type Path, placeIn, pointerOf, valueAt } from "../sources.ts";
import { indexOfWebhook } from "../subject.ts";
import { hiddenWriters, keyAdvice, resizeAdvice } from "./hidden-writers.ts";
import { objectCure } from "./object-cures.ts";
import { olderRule } from "./older-rule.ts";
import { hooksNear, keptByOthers } from "./ownership.ts";
import { causeOf, type Refusal } from "./refusal.ts";

/** The cause of an object that is invalid at the end of admission: the client, a hook, or what another manager wrote before. */
export function invalidCause(
  { answer: { message: told }, context, blame, object, world }: Refusal,
  verdict: Verdict,
): Cause {
  const changed = verdict.changes.at(-1)?.after;
  const invalid: JsonObject = { ...(verdict.validated ?? changed ?? object ?? verdict.received) };
  const field = fieldIn(told) ?? "";
  const path = field === "" ? [] : fieldPath(field, invalid);
  const value = valueAt(invalid, path);
  const wrote = hooksNear(field, blame);
  const whose = wrote === "" ? changersIn(verdict) : `, after ${wrote}`;
  const isNull = told.includes("Required value") && valueAt(object ?? null, path) === null;
  const hint =
    valueHint(told, value, invalid) ||
    volumeHint(told, path, invalid) ||
    (isNull ? " (the request has null there, an empty value in YAML, which counts as absent)" : "");
  const hidden = hiddenWriters(path, blame, world.sources);
  const message = `no webhook or policy refused it, but the server's own validation${whose}: ${withoutRule(told)}${hint}${hidden}`;
  const again = calledAgain(verdict, blame, field);
  if (again !== undefined) {
    const source = world.sources.find(WEBHOOK_KINDS.mutating, again.configuration);
    const place = ["webhooks", indexOfWebhook(source, again.name), "reinvocationPolicy"];
    const of = `${WEBHOOK_KINDS.mutating}/${again.configuration}`;
    const told = `${message}; ${again.name} was called twice, because its reinvocationPolicy is IfNeeded and the object was changed after its first call, and its second answer has the same patch as the first`;
    return { ...causeOf("refused", told, placeIn(source, place)), of, webhook: again.name, advice: ONCE };
  }
  const kept = isApply(context) ? keptByOthers(field, blame) : "";
  if (kept !== "") return { ...causeOf("refused", `${message} (${kept})`, pointerOf(path)), advice: KEPT };
  const older = olderRule(told, verdict, verdict.validated ?? object ?? verdict.received ?? undefined, world);
  if (older !== undefined)
    return { ...causeOf("refused", ""), ...older, message: `${message}; ${older.message}` };
  const isUpdate = verdict.attributes.operation === "UPDATE";
  const isNew = wrote !== "" && value !== undefined && valueAt(object ?? null, path) === undefined;
  const advice =
    isUpdate && wrote !== ""
      ? NOT_THE_CLIENT
      : (isNew && isEmpty(value) ? LEFT_OUT : "") ||
        definitionHint(told, path, invalid) ||
        objectCure({ told, path, object: invalid, world }) ||
        resizeAdvice(verdict) ||
        keyAdvice(path, verdict, world.registry);
  // The server sets fields that the request leaves out again.
  const [fixed, ...more] = !FIXED.test(told)
    ? []
    : changedPaths(beforeAt(verdict, path), value, path).filter((one) => valueAt(invalid, one) !== undefined);
  const at = fixed === undefined || more.length > 0 ? path : fixed;
  const label =
    at.includes("matchLabels") && at.length > path.length ? ` (${pointerOf(at)} ${RELEASED})` : "";
  return { ...causeOf("refused", `${message}${label}`, pointerOf(at)), ...(advice !== "" && { advice }) };
}

/** Errors about a field that an update may not change. */
const FIXED = /field is immutable|spec is immutable after creation/;
const RELEASED =
  "changed: a label whose value changes with each release, such as helm.sh/chart, does not belong into a selector";

const beforeAt = ({ attributes }: Verdict, path: Path): Json | undefined =>
  valueAt(attributes.oldObject ?? undefined, path);

const ONCE =
  "let the webhook answer without a patch if the object has its changes already, or write reinvocationPolicy: Never";

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
  context?.request.headers["content-type"]?.startsWith("application/apply-patch") === true;

const KEPT = "remove these fields by another way than an apply, or let their manager remove them";
const NOT_THE_CLIENT =
  "the client did not write this: remove UPDATE from the rules of this webhook or policy, or let it write only fields that an update may change";

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

/**
 * The first field that the message names before the problem: `… is invalid: spec.ports[0].port: Required
 * value`.
 */
function fieldIn(message: string): string | undefined {
  const [, quoted] = /"([^"]+)" must validate/.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
  if (quoted !== undefined) return quoted;
  const parts = message.split(": ");
  const at = parts.findIndex((part, i) => i >= 1 && isProblem(part) && isField(parts[i - 1] ?? ""));
  // Several errors are in brackets.
  return parts[at - 1]?.replace(/^\[/, "");
}

const PROBLEMS = ["Invalid", "Required", "Unsupported", "Duplicate", "Forbidden", "Too", "Not found"];
const isProblem = (part: string): boolean => PROBLEMS.some((words) => part.startsWith(words));
const isField = (part: string): boolean => part !== "" && part !== "<nil>" && !part.includes(" ");

/** A volume of the pod with nearly the name that a mount has. */
function volumeHint(told: string, path: Path, object: JsonObject): string {
  const containers = path.findIndex((part) => part === "containers" || part === "initContainers");
  if (containers < 0 || !path.includes("volumeMounts") || !told.includes("Not found")) return "";
  const { volumes } = record(valueAt(object, path.slice(0, containers)));
  const near = nearest(
    text(valueAt(object, path)),
    records(volumes).map(({ name }) => text(name)),
  );
  return near === undefined ? "" : ` ("${near}" is probably meant)`;
}
