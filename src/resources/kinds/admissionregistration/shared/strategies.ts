import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldError } from "../../../../api/validation/field-error.ts";
import { collectErrors, type FieldReport } from "../../../../api/validation/field-report.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { Json } from "../../../../json/value.ts";
import type {
  MutatingAdmissionPolicySpec as PolicySpec,
  MutatingWebhookConfiguration as WebhookConfiguration,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
import type { ApplyDefaults } from "../../../define/fill.ts";
import type { VersionFacts } from "../../../define/resource-facts.ts";
import {
  countGenerationExactly,
  specOf,
  specOnly,
  startGeneration,
  strategy,
  validates,
  validatesSpec,
  view,
} from "../../../define/strategy.ts";
import type { Strategy } from "../../../strategy.ts";
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
import { checkWebhooks, type WebhookOptions } from "./webhooks.ts";

/** Options of all kinds of the group. */
export interface RegistrationOptions {
  /** If true, webhook configurations are served in v1beta1, too. */
  readonly v1beta1?: boolean;
  readonly features?: RegistrationFeatures;
  /** Compiles expressions. If absent, they are not checked, and webhooks with matchConditions cause a warning. */
  readonly compile?: CompileExpression;
}

/**
 * Common parts of the strategies of the group: no unconditional updates, metadata checked as if new on
 * updates, reserved names.
 */
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

function reservedName(name: string, { reservesManifestNames = false }: RegistrationFeatures): FieldError[] {
  if (!reservesManifestNames || !name.endsWith(STATIC_SUFFIX)) return [];
  return collectErrors("metadata", (at) => at.child("name").invalid(name, RESERVED_NAME));
}

/** Rules of both kinds of webhook configurations (admissionregistration/validation/validation.go). */
export function webhookStrategy(options: RegistrationOptions): Strategy {
  const { features = {}, compile } = options;
  const validate = (object: KubeObject, options: WebhookOptions): FieldError[] =>
    collectErrors("webhooks", (at) => checkWebhooks(webhooksOf(object), at, options));
  return registration(options, {
    prepareForCreate: startGeneration,
    prepareForUpdate: (object, old) => countGenerationExactly(object, old, "webhooks"),
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

/** Rules of a kind whose spec alone is checked: the bindings. */
export const specStrategy = <T>(
  options: RegistrationOptions,
  check: (spec: T, at: FieldReport) => void,
): Strategy =>
  registration(options, { ...specOnly, ...validatesSpec<T>((spec, _old, at) => check(spec, at)) });

type PolicyCheck = (object: KubeObject, at: FieldReport, options: PolicyOptions) => void;

/** Rules of both kinds of policies. An update does not check expressions again that the stored object has. */
export function policyStrategy(options: RegistrationOptions, check: PolicyCheck): Strategy {
  const { compile } = options;
  return registration(options, {
    ...specOnly,
    ...validates((object, old) =>
      collectErrors("spec", (at) => check(object, at, { ...policyOptions(object, old), compile })),
    ),
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

/** Versions of a kind of webhook configuration: v1, and v1beta1 if it is served. */
export const webhookVersions = (
  kind: string,
  { v1beta1 = false }: RegistrationOptions,
  defaults: Readonly<Record<"v1" | "v1beta1", ApplyDefaults>>,
): readonly [VersionFacts, ...VersionFacts[]] => [
  { version: "v1", defaults: defaults.v1 },
  ...(v1beta1
    ? [
        {
          version: "v1beta1",
          defaults: defaults.v1beta1,
          // Kubernetes 1.22 removed this version; the warning is that of earlier releases.
          deprecated: `admissionregistration.k8s.io/v1beta1 ${kind} is deprecated in v1.16+, unavailable in v1.22+; use admissionregistration.k8s.io/v1 ${kind}`,
        },
      ]
    : []),
];

const EXPRESSION_FIELDS: ReadonlySet<string> = new Set([
  "expression",
  "messageExpression",
  "valueExpression",
]);

/**
 * Returns the texts of all expressions in a stored policy. They may use parts of the language that are no
 * longer allowed in new expressions.
 */
function storedExpressions(policy: KubeObject): ReadonlySet<string> {
  const texts = new Set<string>();
  collect(policy.spec, texts);
  return texts;
}

function collect(value: Json | undefined, texts: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, texts);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "string" && EXPRESSION_FIELDS.has(key)) texts.add(member);
    else collect(member, texts);
  }
}
