import type { KubeObject } from "../api/meta.ts";
import type { FieldError } from "../api/validation/field-error.ts";
import { inSteps, type Pause } from "../async/steps.ts";
import type { JsonObject } from "../json/value.ts";
import type { DecodeProblems } from "../types/decode/decode-problems.ts";
import { settled } from "./declared-errors.ts";
import type { KindDefinition } from "./kind.ts";
import { malformedErrors } from "./machine/object-meta/malformed-errors.ts";
import { restoreGeneration, restoreSystemMetadata } from "./machine/object-meta/restore.ts";
import {
  metaRulesOf,
  pathSegmentErrors,
  validateObjectMeta,
} from "./machine/object-meta/validate-object-meta.ts";
import { checkObjectMetaUpdate, repeatedErrors } from "./machine/object-meta/validate-object-meta-update.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import type { MetaChecks, Strategy, WriteContext } from "./strategy.ts";

/**
 * Applies the rules of a kind to an object before it is stored, in the order of the reference
 * (registry/rest/create.go, BeforeCreate; registry/rest/update.go, BeforeUpdate): decode it and fill in
 * defaults, convert it to the hub version, prepare, validate, warn, bring it into its normal form. Admission
 * runs between `readNew` and `prepareAndValidate`, and after `finish`.
 */
export interface Writing {
  readonly resource: Pick<ResourceDefinition, "hub" | "namespaced">;
  /** Strategy of the resource, or of a subresource. */
  readonly strategy: Strategy;
  readonly context: WriteContext;
  /** The stored object, in the hub version; undefined if the object is new. */
  readonly old: KubeObject | undefined;
  /** False if the client cannot write the metadata, so that they are not checked. */
  readonly checksMeta: boolean;
  /** Lets other requests run between the steps of a large object; undefined if all steps run without a pause. */
  readonly pause: Pause | undefined;
}

/** Returns the input for a create, or for a change of `old`, that no client has requested. */
export const writingWithoutRequest = (
  { kind, resource }: { readonly kind: KindDefinition; readonly resource: ResourceDefinition },
  more: Partial<Pick<Writing, "old" | "checksMeta"> & Pick<WriteContext, "warn">> = {},
): Writing => ({
  resource,
  strategy: resource.strategy,
  context: {
    user: { username: "", groups: [] },
    now: 0,
    subresource: "",
    requestVersion: kind.version,
    newUid: () => "",
    warn: more.warn ?? (() => {}),
  },
  old: more.old,
  checksMeta: more.checksMeta ?? true,
  pause: undefined,
});

/**
 * Decodes a body to an object of the kind, with defaults, in the hub version. Takes ownership of `body`; no
 * webhook may convert `kind`.
 */
export function readNew(kind: KindDefinition, body: JsonObject, problems?: DecodeProblems): KubeObject {
  const object = kind.decode(body, problems);
  kind.applyDefaults(object);
  return kind.toHub(object);
}

/** Prepares an object of the hub version, which changes it, and returns its errors. */
export function prepareAndValidate(
  writing: Writing,
  object: KubeObject,
): readonly FieldError[] | Promise<readonly FieldError[]> {
  return writing.pause === undefined && writing.strategy.ready === undefined
    ? prepareAndValidateNow(writing, object)
    : prepareAndValidateInTurns(writing, object);
}

/** The same for a kind without a conversion webhook, without a pause. */
export function prepareAndValidateNow(writing: Writing, object: KubeObject): readonly FieldError[] {
  prepare(writing, object);
  const errors = validate(writing, object);
  return errors.length === 0 ? errors : validate(writing, asQuoted(writing, object));
}

async function prepareAndValidateInTurns(
  writing: Writing,
  object: KubeObject,
): Promise<readonly FieldError[]> {
  const { strategy, context, old, pause } = writing;
  const both = (one: KubeObject): readonly KubeObject[] => (old === undefined ? [one] : [one, old]);
  if (old !== undefined) await strategy.ready?.(both(object), context);
  prepare(writing, object);
  await pause?.();
  await strategy.ready?.(both(object), context);
  const errors = await validateInTurns(writing, object);
  if (errors.length === 0) return errors;
  await pause?.();
  const quoted = asQuoted(writing, object);
  await pause?.();
  await strategy.ready?.(both(quoted), context);
  return validateInTurns(writing, quoted);
}

async function validateInTurns(writing: Writing, object: KubeObject): Promise<readonly FieldError[]> {
  const { strategy, old, pause } = writing;
  if (pause === undefined) return validate(writing, object);
  const meta = metaOf(writing, object);
  const context = contextWith(writing, meta);
  const steps = strategy.validateSteps?.(object, old, context);
  if (steps !== undefined || strategy.ready === undefined) await pause();
  const own = steps === undefined ? ownErrors(writing, object, context) : await inSteps(steps, pause);
  await pause();
  return settle(writing, meta.and(own));
}

/** Sends the warnings about a valid object, and brings it into its normal form. */
export function finish({ strategy, context, old }: Writing, object: KubeObject): void {
  for (const warning of strategy.warnings?.(object, old, context) ?? []) context.warn(warning);
  strategy.canonicalize?.(object);
}

function prepare({ strategy, context, old }: Writing, object: KubeObject): void {
  if (old === undefined) strategy.prepareForCreate?.(object, context);
  else {
    restoreGeneration(object, old);
    strategy.prepareForUpdate?.(object, old, context);
    restoreSystemMetadata(object, old);
  }
}

function validate(writing: Writing, object: KubeObject): readonly FieldError[] {
  const meta = metaOf(writing, object);
  return settle(writing, meta.and(ownErrors(writing, object, contextWith(writing, meta))));
}

const settle = (
  { strategy: { errorReports }, resource: { hub } }: Writing,
  errors: readonly FieldError[],
): readonly FieldError[] =>
  errors.length === 0 || errorReports === "repeated"
    ? errors
    : settled(errors, errorReports !== "asFound", hub.shape);

const ownErrors = (
  { strategy, old }: Writing,
  object: KubeObject,
  context: WriteContext,
): readonly FieldError[] =>
  (old === undefined
    ? strategy.validateCreate?.(object, context)
    : strategy.validateUpdate?.(object, old, context)) ?? [];

/** Errors of the metadata. */
interface MetaFound {
  /** Checks for the kind's own validation, if it uses them. */
  readonly checks: MetaChecks | undefined;
  /** Returns the errors that the kind's own validation of the reference finds. */
  problems(): readonly FieldError[];
  /** Returns these errors together with those of the kind's own validation. */
  and(own: readonly FieldError[]): readonly FieldError[];
}

const contextWith = ({ context }: Writing, { checks, problems }: MetaFound): WriteContext => ({
  metaProblems: problems,
  ...(checks !== undefined && { meta: checks }),
  ...context,
});

function metaOf({ resource, strategy, old, checksMeta }: Writing, object: KubeObject): MetaFound {
  if (!checksMeta) return UNCHECKED;
  const { metadata } = object;
  const rules = metaRulesOf(strategy, resource.namespaced, object);
  const malformed = malformedErrors(metadata);
  if (old !== undefined) {
    const checked = checkObjectMetaUpdate(metadata, old.metadata, rules);
    const checks =
      malformed === undefined ? checked : { ...checked, asNew: () => malformed, asUpdate: () => malformed };
    return {
      checks,
      problems: () => checks.asUpdate(),
      and: (own) => [...repeatedErrors(checks, strategy.repeatsMeta), ...own],
    };
  }
  const found = malformed ?? validateObjectMeta(metadata, rules);
  const isLast = isTrue(strategy.metaComesLast, object);
  return {
    checks: isLast ? { asNew: () => found, asUpdate: () => [] } : undefined,
    problems: () => found,
    and(own) {
      const errors = isLast && own.length > 0 ? own : [...found, ...own];
      return errors.length > 0 ? errors : pathSegmentErrors(metadata);
    },
  };
}

const isTrue = (flag: Strategy["metaComesLast"], object: KubeObject): boolean =>
  typeof flag === "function" ? flag(object) : flag === true;

const UNCHECKED: MetaFound = { checks: undefined, problems: () => [], and: (own) => own };

/**
 * Returns the object for a second validation if there are errors: their values are quoted in Go's form and
 * order.
 */
const asQuoted = ({ resource }: Writing, object: KubeObject): KubeObject =>
  resource.hub.arrange(object).object;
