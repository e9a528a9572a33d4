import { expect } from "vitest";
import type { Cause, Change, Explanation } from "../../src/explain/explanation.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import { longTest, sampled, sampledCount } from "../parts/sampled.ts";
import { explainedOffline } from "./ask-offline.ts";
import { corpus } from "./complaints-about.ts";
import type { SetUp } from "./set-up.ts";

const MINUTES = 60_000;

/** A cause with changes after which its owner is said to be called. */
interface Claim {
  readonly setUp: SetUp;
  readonly cause: Cause;
  readonly changes: readonly Change[];
}

longTest(
  "what a change is said to reach is reached when the changed request is played",
  async () => {
    const wrong: string[] = [];
    let played = 0;
    for (const setUp of sampled(corpus))
      for (const claim of claimsIn(setUp, await explainedOffline(setUp))) {
        played += 1;
        const after = await explainedOffline(changed(claim));
        if (!isReached(claim.cause, after)) wrong.push(told(claim, after));
      }
    expect(wrong).toEqual([]);
    expect(played).toBeGreaterThan(sampledCount(300));
  },
  10 * MINUTES,
);

function claimsIn(setUp: SetUp, { findings, steps }: Explanation): Claim[] {
  const reasons = steps.flatMap((step) => (step.kind === "plugin" || step.why === undefined ? [] : step.why));
  const causes = [...new Map([...findings, ...reasons].map((one) => [JSON.stringify(one), one])).values()];
  return causes.flatMap((cause) => {
    const all = [cause, ...(cause.also ?? [])];
    const alone = all.flatMap(({ changes = [] }) => changes.filter(({ called }) => called));
    const firsts = all.flatMap(({ changes = [] }) => changes[0] ?? []);
    const sets = [...alone.map((change) => [change]), ...(cause.together === true ? [firsts] : [])];
    return sets.map((changes) => ({ setUp, cause, changes }));
  });
}

/** An update without what the stored object has replaces it, so that a label can be removed. */
const changed = ({ setUp, changes }: Claim): SetUp =>
  changes.reduce(withChange, {
    ...structuredClone(setUp),
    ...(changes.some(({ op, of }) => op === "remove" && of === "") && { replaces: true }),
  });

function withChange(setUp: SetUp, change: Change): SetUp {
  const on = (object: JsonObject): JsonObject => applied(object, change);
  const { metadata: own } = setUp.object;
  const isObject = ({ kind, metadata }: JsonObject): boolean =>
    kind === setUp.object.kind && (metadata as JsonObject).name === (own as JsonObject).name;
  if (change.of === "")
    return {
      ...setUp,
      object: on(setUp.object),
      surroundings: setUp.surroundings.map((one) =>
        isObject(one) && setUp.operation === "DELETE" ? on(one) : one,
      ),
    };
  const isIt = ({ kind, metadata }: JsonObject): boolean =>
    `${String(kind)}/${String((metadata as JsonObject).name)}` === change.of;
  const all = (list: readonly JsonObject[]): JsonObject[] => list.map((one) => (isIt(one) ? on(one) : one));
  return { ...setUp, surroundings: all(setUp.surroundings), configurations: all(setUp.configurations) };
}

function applied(object: JsonObject, { op, at, value, says }: Change): JsonObject {
  const path = at
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (at.endsWith("/metadata/labels")) {
    const [key = "", ...rest] =
      op === "remove" ? [/label (\S+)/.exec(says)?.[1] ?? ""] : String(value).split("=");
    return placed(object, [...path, key], op === "remove" ? undefined : rest.join("=")) as JsonObject;
  }
  return placed(object, path, value, op === "add") as JsonObject;
}

/** The value with one place set; undefined removes it, and what is added to a list is its new last item. */
function placed(
  whole: Json | undefined,
  [part, ...rest]: readonly string[],
  value: Json | undefined,
  isAdded = false,
): Json | undefined {
  if (part === undefined) return isAdded && Array.isArray(whole) ? [...whole, value as Json] : value;
  if (Array.isArray(whole))
    return whole.flatMap((item, index) =>
      index === Number(part) ? (placed(item, rest, value, isAdded) ?? []) : [item],
    ) as Json[];
  const object = isJsonObject(whole) ? whole : {};
  const { [part]: before, ...others } = object;
  const now = placed(before, rest, value, isAdded);
  return now === undefined ? others : { ...others, [part]: now };
}

function isReached({ of, webhook }: Cause, { answer, steps, objects = [] }: Explanation): boolean {
  const [kind = "", name = ""] = of.split("/");
  const isRefuser = answer.message.includes(`${kind} '${name}' with binding`);
  return (
    isRefuser ||
    [...steps, ...objects.flatMap((one) => one.steps)].some((step) => {
      if (step.kind === "plugin" || !step.called) return false;
      if (step.kind === "webhook") return step.name === webhook && step.configuration === name;
      return kind.endsWith("Binding") ? step.binding === name : step.name === name;
    })
  );
}

const told = ({ setUp, cause, changes }: Claim, { answer, findings }: Explanation): string =>
  `${setUp.file} ${setUp.name}: ${cause.of} ${cause.webhook}: ${changes.map((one) => `${one.says} (${one.op} ${JSON.stringify(one.value)} at ${one.at})`).join("; ")} -> ${answer.code} ${answer.message} ${findings.map(({ message }) => message).join(" | ")}`;
