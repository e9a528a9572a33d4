import type { FieldError } from "../../../../api/field-error.ts";
import { collectErrors, type FieldReport } from "../../../../api/field-path.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { countGeneration, specOf, startGeneration, strategy, view } from "../../../define/strategy.ts";
import type { Strategy } from "../../../kind.ts";
import type {
  MutatingAdmissionPolicySpec as PolicySpec,
  MutatingWebhookConfiguration as WebhookConfiguration,
} from "../fields/v1-types.ts";
import type { CompileExpression } from "./match-conditions.ts";
import type { PolicyOptions } from "./policy-parts.ts";

import {
  excludedRuleWarnings,
  matchConditionWarnings,
  RESERVED_NAME,
  type RegistrationFeatures,
  STATIC_SUFFIX,
  staticSuffixWarnings,
} from "./registration-warnings.ts";
import { relaxationsOnCreate, relaxationsOnUpdate } from "./relaxations.ts";
import { storedExpressions } from "./stored-expressions.ts";

import { checkWebhooks, type WebhookOptions } from "./webhooks.ts";

export interface RegistrationOptions {
  /** Serve webhook configurations in v1beta1 as well. */
  readonly v1beta1?: boolean;
  readonly features?: RegistrationFeatures;
  /** Compiles expressions. Absent: they are taken as they are, and webhooks with matchConditions cause a warning. */
  readonly compile?: CompileExpression;
}

/** What all kinds of the group do: no unconditional updates, metadata checked as if new on updates, reserved names. */
function registration({ features = {} }: RegistrationOptions, own: Partial<Strategy>): Strategy {
  const { validateCreate } = own;
  return strategy({
    allowUnconditionalUpdate: false,
    repeatsMeta: ["create"],
    warnings: ({ metadata }, old) => staticSuffixWarnings(metadata.name ?? "", features, old !== undefined),
    ...own,
    validateCreate: (object, context) => [
      ...(validateCreate?.(object, context) ?? []),
      ...reservedName(object.metadata.name ?? "", features),
    ],
  });
}

function reservedName(name: string, features: RegistrationFeatures): FieldError[] {
  if (features.ManifestBasedAdmissionControlConfig !== true || !name.endsWith(STATIC_SUFFIX)) return [];
  return collectErrors("metadata", (at) => at.child("name").invalid(name, RESERVED_NAME));
}

export function webhookStrategy(options: RegistrationOptions): Strategy {
  const { features = {}, compile } = options;
  const validate = (object: KubeObject, options: WebhookOptions): FieldError[] =>
    collectErrors("webhooks", (at) => checkWebhooks(webhooksOf(object), at, options));
  return registration(options, {
    prepareForCreate: startGeneration,
    prepareForUpdate: (object, old) => countGeneration(object, old, ["webhooks"]),
    validateCreate: (object, { requestVersion = "v1" }) =>
      validate(object, { ...relaxationsOnCreate(requestVersion), compile }),
    validateUpdate: (object, old, { requestVersion = "v1" }) =>
      validate(object, {
        ...relaxationsOnUpdate(requestVersion, webhooksOf(object), webhooksOf(old)),
        compile,
      }),
    warnings: (object, old) => [
      ...staticSuffixWarnings(object.metadata.name ?? "", features, old !== undefined),
      ...excludedRuleWarnings(view(object), features),
      ...(compile === undefined ? matchConditionWarnings(view(object)) : []),
    ],
  });
}

const webhooksOf = (object: KubeObject): NonNullable<WebhookConfiguration["webhooks"]> =>
  view<WebhookConfiguration>(object).webhooks ?? [];

export function specStrategy(
  options: RegistrationOptions,
  check: (object: KubeObject, at: FieldReport) => void,
): Strategy {
  const validate = (object: KubeObject): FieldError[] => collectErrors("spec", (at) => check(object, at));
  return registration(options, {
    prepareForCreate: startGeneration,
    prepareForUpdate: (object, old) => countGeneration(object, old),
    validateCreate: validate,
    validateUpdate: validate,
  });
}

type PolicyCheck = (object: KubeObject, at: FieldReport, options: PolicyOptions) => void;

export function policyStrategy(options: RegistrationOptions, check: PolicyCheck): Strategy {
  const { compile } = options;
  const validate = (object: KubeObject, old?: KubeObject): FieldError[] =>
    collectErrors("spec", (at) => check(object, at, { ...policyOptions(object, old), compile }));
  return registration(options, {
    prepareForCreate: startGeneration,
    prepareForUpdate: (object, old) => countGeneration(object, old),
    validateCreate: (object) => validate(object),
    validateUpdate: (object, old) => validate(object, old),
  });
}

function policyOptions(object: KubeObject, old: KubeObject | undefined): Omit<PolicyOptions, "compile"> {
  if (old === undefined) return { unchangedMatchConditions: false, storedExpressions: new Set() };
  const [spec, oldSpec] = [specOf<PolicySpec>(object), specOf<PolicySpec>(old)];
  const same = (name: "paramKind" | "matchConditions"): boolean => deepEqual(spec[name], oldSpec[name]);
  return {
    unchangedMatchConditions: same("paramKind") && same("matchConditions"),
    storedExpressions: storedExpressions(old),
  };
}

/** Gone from the reference since 1.22; the warning is the one that it gave. */
export const v1beta1Warning = (kind: string): string =>
  `admissionregistration.k8s.io/v1beta1 ${kind} is deprecated in v1.16+, unavailable in v1.22+; use admissionregistration.k8s.io/v1 ${kind}`;
