import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import type { Case, Step } from "./case.ts";
import { withLessAnswered } from "./hooks/shrink.ts";

/** True if a smaller case still shows the same difference. */
export type StillShows = (smaller: Case) => Promise<boolean>;

const MOST_TRIES = 160;
/** Commands are slow. */
const MOST_TRIES_OF_COMMANDS = 30;
/**
 * Maximum time in milliseconds. A case that waits until something is in effect needs 15 seconds for each attempt that
 * removes the reason.
 */
const LONGEST_MS = 60_000;

/** Removes steps, then headers, query parameters and fields, as long as the case shows the same difference. */
export async function minimise(what: Case, failing: string, shows: StillShows): Promise<Case> {
  let left = what.steps.some(({ kubectl }) => kubectl !== undefined) ? MOST_TRIES_OF_COMMANDS : MOST_TRIES;
  const until = Date.now() + LONGEST_MS;
  let best = what;
  const attempt = async (steps: readonly Step[]): Promise<boolean> => {
    if (left-- <= 0 || Date.now() > until) return false;
    const smaller = { ...best, steps };
    if (!(await shows(smaller))) return false;
    best = smaller;
    return true;
  };
  const end = what.steps.findIndex(({ name }) => name === failing);
  await attempt(what.steps.slice(0, end + 1));
  await dropSteps(() => best.steps, failing, attempt);
  for (const { name, isSetup } of best.steps) {
    const put = (make: (step: Step) => Step) =>
      attempt(best.steps.map((step) => (step.name === name ? make(step) : step)));
    const current = () => best.steps.find((step) => step.name === name);
    await (isSetup ? shrinkSetup(current, put) : shrinkStep(current, put));
  }
  for (let again = true; again && left > 0 && Date.now() <= until; ) {
    again = false;
    for (const smaller of withLessAnswered(best)) {
      if (left-- <= 0 || Date.now() > until) break;
      again = await shows(smaller);
      if (again) {
        best = smaller;
        break;
      }
    }
  }
  return best;
}

async function dropSteps(
  steps: () => readonly Step[],
  failing: string,
  attempt: (steps: readonly Step[]) => Promise<boolean>,
): Promise<void> {
  for (const { name } of [...steps()].reverse())
    if (name !== failing && steps().find((step) => step.name === name)?.settle === undefined)
      await attempt(steps().filter((step) => step.name !== name));
}

/** Removes registered webhooks. The selection of requests is not changed, because other cases would be affected. */
async function shrinkSetup(current: () => Step | undefined, put: Put): Promise<void> {
  const webhooks = keysAt(current()?.body, ["webhooks"]).reverse();
  for (const i of webhooks)
    await put((step) => ({ ...step, body: without(step.body ?? null, ["webhooks", i]) }));
}

type Put = (make: (step: Step) => Step) => Promise<boolean>;

async function shrinkStep(current: () => Step | undefined, put: Put): Promise<void> {
  for (const pair of current()?.query ?? [])
    if (pair[0] !== "watch")
      await put((step) => ({ ...step, query: (step.query ?? []).filter((other) => other !== pair) }));
  for (const name of Object.keys(current()?.headers ?? {}))
    await put(({ headers = {}, ...step }) => ({
      ...step,
      headers: Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)),
    }));
  for (const edit of current()?.from?.edits ?? [])
    await put((step) =>
      step.from === undefined
        ? step
        : { ...step, from: { ...step.from, edits: step.from.edits.filter((other) => other !== edit) } },
    );
  await shrinkBody(current, put);
}

/** Removes from the outside in: a part that can be removed as a whole need not be reduced. */
async function shrinkBody(current: () => Step | undefined, put: Put): Promise<void> {
  const queue: (readonly (string | number)[])[] = [[]];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const key of keysAt(current()?.body, at).reverse()) {
      const path = [...at, key];
      const gone = await put((step) => ({ ...step, body: without(step.body ?? null, path) }));
      if (!gone) queue.push(path);
    }
  }
}

function keysAt(body: Json | undefined, path: readonly (string | number)[]): (string | number)[] {
  let found: Json | undefined = body;
  for (const key of path)
    found = Array.isArray(found) ? found[Number(key)] : isJsonObject(found) ? found[key] : undefined;
  if (Array.isArray(found)) return [...found.keys()];
  return isJsonObject(found) ? Object.keys(found) : [];
}

function without(value: Json, [key, ...rest]: readonly (string | number)[]): Json {
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, i) => i !== key);
    return value.map((item, i) => (i === key ? without(item, rest) : item));
  }
  if (!isJsonObject(value)) return value;
  const made: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    if (name !== key) made[name] = member;
    else if (rest.length > 0 && member !== undefined) made[name] = without(member, rest);
  }
  return made;
}
