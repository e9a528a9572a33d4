import type { FieldError } from "../api/field-error.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { inSteps, type Pause } from "../api/steps.ts";
import type { DecodeProblems, KindDefinition } from "./kind.ts";
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
 * What the rules of a kind do to an object on its way to the store, in the order of the reference
 * (registry/rest/create.go, BeforeCreate; registry/rest/update.go, BeforeUpdate): read and complete it, convert it to the
 * hub version, prepare, validate, warn, bring it into its normal form. Admission comes between `readNew` and
 * `prepareAndValidate`, and after `finish`.
 */
export interface Writing {
  readonly resource: Pick<ResourceDefinition, "hub" | "namespaced">;
  /** The resource's own, or that of a subresource. */
  readonly strategy: Strategy;
  readonly context: WriteContext;
  /** What is stored, in the hub version; undefined: the object is new. */
  readonly old: KubeObject | undefined;
  /** False: its metadata are not the client's. */
  readonly checksMeta: boolean;
  /** Gives others a turn between the steps of a large object; undefined: all is done at once. */
  readonly pause: Pause | undefined;
}

/** The creation of an object, or the change of `old`, that no client has asked for. */
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

/** A body as an object of the kind, completed, in the hub version. Owns `body`; `kind` is not converted by a webhook. */
export function readNew(kind: KindDefinition, body: JsonObject, problems?: DecodeProblems): KubeObject {
  const object = kind.decode(body, problems);
  kind.applyDefaults(object);
  return kind.toHub(object);
}

/** What is wrong with an object of the hub version once it has been prepared, which changes it. */
export function prepareAndValidate(
  writing: Writing,
  object: KubeObject,
): readonly FieldError[] | Promise<readonly FieldError[]> {
  return writing.pause === undefined && writing.strategy.ready === undefined
    ? prepareAndValidateNow(writing, object)
    : prepareAndValidateInTurns(writing, object);
}

/** The same for a kind that no webhook converts, without giving others a turn. */
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
  return meta.and(own);
}

/** Warns of what is odd about a valid object, and brings it into its normal form. */
export function finish({ strategy, context, old }: Writing, object: KubeObject): void {
  for (const warning of strategy.warnings?.(object, old) ?? []) context.warn(warning);
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
  return meta.and(ownErrors(writing, object, contextWith(writing, meta)));
}

const ownErrors = (
  { strategy, old }: Writing,
  object: KubeObject,
  context: WriteContext,
): readonly FieldError[] =>
  (old === undefined
    ? strategy.validateCreate?.(object, context)
    : strategy.validateUpdate?.(object, old, context)) ?? [];

/** What is wrong with the metadata. */
interface MetaFound {
  /** For the kind's own validation, where that looks at them. */
  readonly checks: MetaChecks | undefined;
  /** As the kind's own validation of the reference has found it. */
  problems(): readonly FieldError[];
  /** Together with what the kind's own validation has found. */
  and(own: readonly FieldError[]): readonly FieldError[];
}

const contextWith = ({ context }: Writing, { checks, problems }: MetaFound): WriteContext => ({
  ...context,
  ...(checks !== undefined && { meta: checks }),
  metaProblems: problems,
});

function metaOf({ resource, strategy, old, checksMeta }: Writing, object: KubeObject): MetaFound {
  if (!checksMeta) return UNCHECKED;
  const { metadata } = object;
  const rules = metaRulesOf(strategy, resource.namespaced, object);
  if (old !== undefined) {
    const checks = checkObjectMetaUpdate(metadata, old.metadata, rules);
    return {
      checks,
      problems: () => checks.asUpdate(),
      and: (own) => [...repeatedErrors(checks, strategy.repeatsMeta), ...own],
    };
  }
  const found = validateObjectMeta(metadata, rules);
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

/** What is wrong is looked for once more when there is something: values are quoted as Go writes them, in its order. */
const asQuoted = ({ resource }: Writing, object: KubeObject): KubeObject =>
  resource.hub.arrange(object).object;
