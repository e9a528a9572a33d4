import type { ObjectChange, PolicyLine } from "../../admission/verdict.ts";
import { ComposedEvaluation, POLICY_BUDGET } from "../../cel/kubernetes/composed-evaluation.ts";
import { parse } from "../../cel/parse/parse.ts";
import { walk } from "../../cel/parse/walk.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { changedPaths } from "../changed-paths.ts";
import { isSlip } from "../near.ts";
import { type Path, pointerOf } from "../sources.ts";
import type { Subject } from "../subject.ts";
import type { SideEffect } from "./side-effect.ts";

/** Evaluates a validation with another object; undefined if it cannot be evaluated again. */
function judgeOf({ policy, evaluation }: PolicyLine, index: number): ((object: Json) => boolean) | undefined {
  const validation = policy.phase === "validating" ? policy.validations[index] : undefined;
  if (validation === undefined || evaluation === undefined) return undefined;
  const { activation } = evaluation;
  // All evaluations together cost no more than one of the policy.
  let budget = POLICY_BUDGET;
  return (object) => {
    if (budget <= 0) return false;
    const other = new ComposedEvaluation(policy.composition, { ...activation, object }, budget);
    const result = other.evaluate(validation.program, "");
    budget = other.remaining;
    return result.kind === "value" && result.value === true;
  };
}

/**
 * The validation held for the object of the request, and does not since a webhook or policy changed it. Names what changed
 * it, and an earlier webhook that was not called again.
 */
export function brokenByChange(line: PolicyLine, index: number, subject: Subject): SideEffect | undefined {
  const holds = judgeOf(line, index);
  const { changes } = subject.verdict;
  const breaking = changes.find(
    ({ kind, before, after }) =>
      kind !== "plugin" && before !== null && holds?.(before) === true && !holds(after),
  );
  if (breaking === undefined || breaking.kind === "plugin") return undefined;
  const path = ["spec", "validations", index, "expression"];
  const which = changedPaths(breaking.before ?? undefined, breaking.after)
    .map(pointerOf)
    .slice(0, MOST);
  const who = nameOf(breaking);
  const message = `it holds until ${who} changes ${which.join(", ")}`;
  const earlier = changes.slice(0, changes.indexOf(breaking)).find(isNotCalledAgain(changes));
  const advice =
    earlier === undefined
      ? `let ${who} write what the policy allows, or leave its changes out of the policy`
      : `let ${who} write what the policy allows; ${nameOf(earlier)} changed the object before it, and sees the change only with reinvocationPolicy: IfNeeded`;
  return { message, path, advice };
}

const isNotCalledAgain =
  (changes: readonly ObjectChange[]) =>
  (change: ObjectChange): boolean =>
    change.kind === "webhook" &&
    change.hook.reinvocationPolicy !== "IfNeeded" &&
    !changes.some((one) => one.kind === "webhook" && one.hook === change.hook && one.round === 1);

const nameOf = (change: ObjectChange): string =>
  change.kind === "webhook"
    ? `webhook ${change.hook.name}`
    : change.kind === "policy"
      ? `policy ${change.policy.name}`
      : `the plugin ${change.name}`;

const MOST = 3;
/** Limits of the values that are looked at, and of those that are tried: each is a copy of the way to it. */
const MOST_SEEN = 5_000;
const MOST_TRIED = 20;

/**
 * A text of the object, or a key of it, that differs from a text of the expression by a slip or by upper and lower case
 * only, and with which the validation would hold.
 */
export function nearlyHolds(
  line: PolicyLine,
  index: number,
  { verdict }: Pick<Subject, "verdict">,
): SideEffect | undefined {
  const holds = judgeOf(line, index);
  const { policy } = line;
  const expression = policy.phase === "validating" ? (policy.validations[index]?.expression ?? "") : "";
  const object = verdict.validated ?? verdict.received;
  if (holds === undefined || object === null || object === undefined) return undefined;
  const found = firstOf(nearTexts({ ...object }, textsIn(expression)), ({ changed }) => holds(changed));
  if (found === undefined) return undefined;
  const { at, written, meant, isKey } = found;
  const what = isKey
    ? `the object has the key ${written} at ${pointerOf(at)}`
    : `${pointerOf(at)} is ${JSON.stringify(written)}`;
  return {
    message: `${what}: with ${isKey ? meant : JSON.stringify(meant)} it holds`,
    path: ["spec", "validations", index, "expression"],
    advice: `write ${isKey ? meant : JSON.stringify(meant)} in the object, or let the expression take ${isKey ? written : JSON.stringify(written)}, too`,
  };
}

function firstOf(near: Iterable<NearText>, passes: (one: NearText) => boolean): NearText | undefined {
  let tried = 0;
  for (const one of near) {
    if (passes(one)) return one;
    tried += 1;
    if (tried === MOST_TRIED) return undefined;
  }
  return undefined;
}

/** The texts and the names of fields in an expression. */
function textsIn(expression: string): string[] {
  const parsed = parse(expression);
  const texts = new Set<string>();
  if (parsed.kind === "issues") return [];
  walk(parsed.expr, (one) => {
    if (one.kind === "literal" && typeof one.value === "string") texts.add(one.value);
    if (one.kind === "select") texts.add(one.field);
  });
  return [...texts].filter((one) => one.length >= SHORTEST);
}

/** Shorter texts are similar by chance. */
const SHORTEST = 4;

interface NearText {
  readonly at: Path;
  readonly written: string;
  readonly meant: string;
  readonly isKey: boolean;
  /** The object with the text that is meant. */
  readonly changed: Json;
}

/** Members of an object that say what it is, or that the server writes. */
const OWN: ReadonlySet<string> = new Set(["apiVersion", "kind", "status", "managedFields"]);

/** Texts and keys of an object that are nearly one of the names. */
function* nearTexts(object: JsonObject, names: readonly string[]): Generator<NearText> {
  let left = MOST_SEEN;
  function* visit(value: Json, at: Path, put: (value: Json) => Json): Generator<NearText> {
    left -= 1;
    if (left < 0) return;
    if (typeof value === "string") {
      const meant = meantBy(value, names);
      if (meant !== undefined) yield { at, written: value, meant, isKey: false, changed: put(meant) };
    } else if (Array.isArray(value))
      for (let index = 0; index < value.length && left > 0; index++)
        yield* visit(value[index] ?? null, [...at, index], (other) => put(value.with(index, other)));
    else if (isJsonObject(value))
      for (const key in value) {
        if (left <= 0) return;
        if (OWN.has(key)) continue;
        const member = value[key] ?? null;
        const meant = meantBy(key, names);
        if (meant !== undefined && value[meant] === undefined)
          yield { at, written: key, meant, isKey: true, changed: put(renamed(value, key, meant)) };
        yield* visit(member, [...at, key], (other) => put({ ...value, [key]: other }));
      }
  }
  yield* visit(object, [], (whole) => whole);
}

function renamed(object: JsonObject, key: string, meant: string): JsonObject {
  const { [key]: member, ...others } = object;
  return { ...others, [meant]: member };
}

/** The name that differs by a slip or by upper and lower case only; undefined if there is none, or the text is a name itself. */
const meantBy = (written: string, names: readonly string[]): string | undefined =>
  names.includes(written)
    ? undefined
    : names.find((one) => one.toLowerCase() === written.toLowerCase() || isSlip(one, written));
