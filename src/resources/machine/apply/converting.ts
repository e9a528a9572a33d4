import { plainError, StatusError } from "../../../api/status.ts";
import type { Pause } from "../../../async/steps.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { ObjectShape } from "../../../types/shape.ts";

/** An object in a version, with its shape in that version. */
export interface Versioned {
  readonly apiVersion: string;
  readonly shape: ObjectShape;
  readonly object: JsonObject;
  /** Problem of the object: fields that the type of its version does not have. */
  readonly problem?: string | undefined;
}

/**
 * Converts an object to another version; undefined if the kind does not have that version. It may need to
 * call a webhook.
 */
export type Convert = (
  from: Versioned,
  apiVersion: string,
) => Versioned | undefined | Promise<Versioned | undefined>;

/**
 * Work that stops when it needs an object in another version, and continues with that object. If it stops
 * with `undefined`, other work may run, as in `Steps`.
 */
export type Converting<T> = Generator<Wanted | undefined, T, Versioned | undefined>;

interface Wanted {
  readonly from: Versioned;
  readonly apiVersion: string;
}

/** Returns the object in a version. */
function* inVersion(from: Versioned, apiVersion: string): Converting<Versioned | undefined> {
  return from.apiVersion === apiVersion ? from : yield { from, apiVersion };
}

/**
 * The same; throws StatusError (500) if the object cannot be converted, or does not fit the version. `what`:
 * start of the reference's error.
 */
export function* fittingVersion(
  from: Versioned,
  apiVersion: string,
  ...what: readonly string[]
): Converting<Versioned | undefined> {
  const fail = (why: string): never => {
    throw plainError([...what, why].join(": "));
  };
  let there: Versioned | undefined;
  try {
    there = yield* inVersion(from, apiVersion);
  } catch (error) {
    if (error instanceof StatusError) fail(error.message);
    throw error;
  }
  if (there?.problem !== undefined) fail(there.problem);
  return there;
}

/** Runs the work. It waits only if `convert` waits, and between the steps if there is a `rest`. */
export function withConversions<T>(work: Converting<T>, convert: Convert, rest?: Pause): T | Promise<T> {
  return goOn(work, { convert, rest }, undefined);
}

interface Waits {
  readonly convert: Convert;
  readonly rest: Pause | undefined;
}

function goOn<T>(work: Converting<T>, waits: Waits, given: Versioned | undefined): T | Promise<T> {
  return goOnFrom(work, waits, work.next(given));
}

type Step<T> = IteratorResult<Wanted | undefined, T>;

function goOnFrom<T>(work: Converting<T>, waits: Waits, begun: Step<T>): T | Promise<T> {
  for (let step = begun; ; ) {
    if (step.done === true) return step.value;
    let there: ReturnType<Convert> | Promise<void> | void;
    try {
      there =
        step.value === undefined ? waits.rest?.() : waits.convert(step.value.from, step.value.apiVersion);
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    if (there instanceof Promise)
      return there.then(
        (made) => goOn(work, waits, made ?? undefined),
        (error) => goOnFrom(work, waits, work.throw(error)),
      );
    step = work.next(there ?? undefined);
  }
}

/** Runs the work for a kind with only one version, which needs no conversion. */
export function withoutConversions<T>(work: Converting<T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next(undefined);
  return step.value;
}
