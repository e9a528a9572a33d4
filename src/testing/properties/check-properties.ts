import { equal } from "../../json/equal.ts";
import type { Json } from "../../json/value.ts";
import { diffJson } from "../../patch/diff.ts";
import type { Writable } from "../client.ts";
import { changesIdentity } from "./changes-identity.ts";
import { same } from "./same.ts";
import { type Sample, samplesOf } from "./sample.ts";
import { type SharedField, sharedField, sharedFieldText } from "./shared-field.ts";
import { shrink } from "./shrink.ts";
import { createTrial, type Outcome, type Trial, type TrialOptions, type TriedHook } from "./trial.ts";

/**
 * The properties that a set of webhooks should have:
 * - `idempotent`: a webhook does not change its own result again;
 * - `identity`: no webhook changes the name, namespace, uid or kind of an object;
 * - `writers`: no webhook overwrites a field that another one has written;
 * - `order`: two webhooks give the same result in both orders;
 * - `convergence`: after one reinvocation, no webhook would change the object again;
 * - `dryRun`: the answer to a dry run is the same as to a real request, and a dry run has no side effects.
 */
export type Property = "idempotent" | "identity" | "writers" | "order" | "convergence" | "dryRun";

/** A property that does not hold, with a request that shows it. */
export interface Violation {
  readonly property: Property;
  /** The webhook that violates the property, or the two webhooks that conflict. */
  readonly webhooks: readonly string[];
  /** The smallest request that shows the problem, made from one of the given requests. */
  readonly request: Sample;
  /** Description of the problem, one sentence. */
  readonly message: string;
  /** For `writers`: the field, the value of each webhook, and the value that stays when they are called in the order of their names. */
  readonly field?: SharedField;
}

/** Options of `checkProperties`. */
export interface PropertyOptions extends TrialOptions {
  /** Objects to create. Without the webhooks, the server should accept each of them. */
  readonly requests: readonly Writable[];
  /** Default: all. */
  readonly properties?: readonly Property[];
  /**
   * Returns the side effects so far, for `dryRun`. The value must stay the same as long as there are no new
   * ones.
   */
  readonly effects?: () => Json;
}

/**
 * Calls a set of webhooks with some requests, alone, in pairs and all together, in a separate control plane. Returns the
 * violations: one for each property and set of webhooks.
 *
 * @example
 * ```ts
 * import { checkProperties } from "sallyport/testing";
 * import { mutating, on } from "sallyport/webhook";
 *
 * const rules = [on("v1", "configmaps")];
 * const set = (name: string, value: string) =>
 *   mutating({ name, rules }, (object) => {
 *     object.metadata.labels = { tier: value };
 *   });
 * const found = await checkProperties({
 *   webhooks: [set("a.example.com", "front"), set("b.example.com", "back")],
 *   requests: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { of: "no use" } }],
 * });
 * found[0]?.property; // "writers"
 * found[0]?.webhooks; // ["a.example.com", "b.example.com"]
 * found[0]?.request; // { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }
 * ```
 */
export async function checkProperties(options: PropertyOptions): Promise<readonly Violation[]> {
  const trial = await createTrial(options);
  try {
    return await checkTrial(trial, options);
  } finally {
    await trial.close();
  }
}

/** Does the same for an existing trial. */
export async function checkTrial(
  trial: Trial,
  options: Pick<PropertyOptions, "requests" | "properties" | "effects">,
): Promise<readonly Violation[]> {
  const wanted = options.properties ?? PROPERTIES;
  const found: Violation[] = [];
  for (const property of wanted) found.push(...(await CHECKS[property](trial, options, found)));
  return found;
}

type CheckOptions = Parameters<typeof checkTrial>[1];
type Check = (trial: Trial, options: CheckOptions, before: readonly Violation[]) => Promise<Violation[]>;

/** Returns a description of the problem with one request; undefined if there is none. */
type Fault = (request: Sample) => Promise<string | undefined>;

/** In the order of the checks. A webhook with a violation of `idempotent` is not checked for `convergence`. */
const PROPERTIES: readonly Property[] = [
  "idempotent",
  "identity",
  "writers",
  "order",
  "convergence",
  "dryRun",
];

const CHECKS: Readonly<Record<Property, Check>> = {
  idempotent: (trial, options) =>
    each(mutatingOf(trial), async (hook) =>
      firstViolation("idempotent", [hook], options, (request) => changesItsOwn(trial, hook, request)),
    ),
  identity: (trial, options) =>
    each(mutatingOf(trial), async (hook) =>
      firstViolation("identity", [hook], options, (request) => changesIdentity(trial, hook, request)),
    ),
  writers: (trial, options) =>
    each(pairsOf(mutatingOf(trial)), async (pair) => {
      const requests = await changedBy(trial, pair, options);
      const found = await firstViolation("writers", pair, { requests }, async (request) => {
        const field = await sharedField(trial, pair, request);
        return field && sharedFieldText(pair, field);
      });
      return found && withField(trial, pair, found);
    }),
  order: (trial, options) =>
    each(pairsOf(mutatingOf(trial)), async (pair) => {
      const requests = await changedBy(trial, pair, options);
      return firstViolation("order", pair, { requests }, (request) => dependsOnOrder(trial, pair, request));
    }),
  convergence: (trial, options, before) => {
    const alone = new Set(
      before.filter(({ property }) => property === "idempotent").flatMap(({ webhooks }) => webhooks),
    );
    const hooks = mutatingOf(trial).filter(({ name }) => !alone.has(name));
    return each(pairsOf(hooks), async (pair) => {
      const requests = await changedBy(trial, pair, options);
      return firstViolation("convergence", pair, { requests }, (request) =>
        isDivergent(trial, pair, request),
      );
    });
  },
  dryRun: (trial, options) =>
    each(trial.hooks, async (hook) =>
      firstViolation("dryRun", [hook], options, (request) =>
        dryRunDiffers(trial, hook, request, options.effects),
      ),
    ),
};

const mutatingOf = ({ hooks }: Trial): TriedHook[] => hooks.filter(({ phase }) => phase === "mutating");

const pairsOf = (hooks: readonly TriedHook[]): Pair[] =>
  hooks.flatMap((a, i) => hooks.slice(i + 1).map((b): Pair => [a, b]));

type Pair = readonly [TriedHook, TriedHook];

/**
 * Returns the requests for which both webhooks are called and at least one of them changes or refuses the
 * object. The others show no conflict.
 */
async function changedBy(trial: Trial, [a, b]: Pair, { requests }: CheckOptions): Promise<Sample[]> {
  const changed: Sample[] = [];
  // The requests of one webhook are made together, because each change of the registered webhooks costs a
  // write.
  for (const hook of [a, b]) for (const request of samplesOf(requests)) await trial.alone(hook, request);
  for (const request of samplesOf(requests)) {
    const [first, second] = [await trial.alone(a, request), await trial.alone(b, request)];
    const isEach = first.asked.includes(a.name) && second.asked.includes(b.name);
    const isLeft =
      first.allowed && second.allowed && [a, b].every((hook, i) => isIdle([first, second][i], hook));
    if (isEach && !isLeft) changed.push(request);
  }
  return changed;
}

const isIdle = (outcome: Outcome | undefined, hook: TriedHook): boolean =>
  outcome?.patchOf(hook).length === 0;

async function withField(trial: Trial, pair: Pair, found: Violation): Promise<Violation> {
  const field = await sharedField(trial, pair, found.request);
  return { ...found, ...(field && { field }) };
}

async function each<T>(
  items: readonly T[],
  check: (item: T) => Promise<Violation | undefined>,
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const item of items) {
    const violation = await check(item);
    if (violation !== undefined) found.push(violation);
  }
  return found;
}

async function firstViolation(
  property: Property,
  hooks: readonly TriedHook[],
  { requests }: CheckOptions,
  fault: Fault,
): Promise<Violation | undefined> {
  for (const request of samplesOf(requests)) {
    if ((await fault(request)) === undefined) continue;
    const smallest = await shrink(request, async (smaller) => (await fault(smaller)) !== undefined);
    const message = (await fault(smallest)) ?? "";
    return { property, webhooks: hooks.map(({ name }) => name), request: smallest, message };
  }
  return undefined;
}

async function changesItsOwn(trial: Trial, hook: TriedHook, request: Sample): Promise<string | undefined> {
  const { object: once } = await trial.run([hook], request);
  if (once === undefined) return undefined;
  const twice = await trial.run([hook], once);
  if (twice.object === undefined) return `${hook.name} refuses its own result: ${twice.message}`;
  if (same(once, twice.object)) return undefined;
  return `${hook.name} changes its own result: ${difference(once, twice.object)}`;
}

async function dependsOnOrder(trial: Trial, pair: Pair, request: Sample): Promise<string | undefined> {
  const [a, b] = pair;
  const [first, second] = await trial.inBothOrders(pair, request);
  if (first.object === undefined && second.object === undefined) return undefined;
  if (first.object === undefined) return `${a.name} before ${b.name} is refused: ${first.message}`;
  if (second.object === undefined) return `${b.name} before ${a.name} is refused: ${second.message}`;
  if (same(first.object, second.object)) return undefined;
  return `${b.name} before ${a.name} comes to another result: ${difference(first.object, second.object)}`;
}

/** Returns a description of the problem if one of the webhooks still changes the object after a second round. */
async function isDivergent(trial: Trial, pair: Pair, request: Sample): Promise<string | undefined> {
  const { object } = await trial.run(pair, request, { reinvoke: true });
  if (object === undefined) return undefined;
  for (const hook of pair) {
    const again = await trial.run([hook], object);
    if (again.object !== undefined && same(object, again.object)) continue;
    const what = again.object === undefined ? again.message : difference(object, again.object);
    return `after two calls of both webhooks, ${hook.name} would still change the object: ${what}`;
  }
  return undefined;
}

async function dryRunDiffers(
  trial: Trial,
  hook: TriedHook,
  request: Sample,
  effects: PropertyOptions["effects"],
): Promise<string | undefined> {
  const before = effects?.() ?? null;
  const dry = await trial.run([hook], request, { dryRun: true });
  const after = effects?.() ?? null;
  if (!equal(before, after)) return `${hook.name} does something outside in a dry run`;
  const real = await trial.run([hook], request);
  if (dry.allowed !== real.allowed)
    return `${hook.name} ${dry.allowed ? "allows" : "refuses"} in a dry run what it ${real.allowed ? "allows" : "refuses"} otherwise`;
  if (dry.object === undefined || real.object === undefined || same(dry.object, real.object))
    return undefined;
  return `${hook.name} makes something else of it in a dry run: ${difference(real.object, dry.object)}`;
}

const difference = (a: Sample, b: Sample): string => JSON.stringify(diffJson(a, b));
