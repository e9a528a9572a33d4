import type { FieldError } from "../../api/field-error.ts";
import { collectErrors, type FieldReport } from "../../api/field-path.ts";
import type { Json } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import {
  countGeneration,
  specAndStatus,
  startGeneration,
  statusOnly,
  strategy,
  view,
} from "../define/strategy.ts";
import type { Strategy } from "../kind.ts";
import { deepEqual } from "../machine/values/deep-equal.ts";
import { checkMutatingBinding, checkValidatingBinding } from "./admissionregistration/bindings.ts";
import type { CompileExpression } from "./admissionregistration/match-conditions.ts";
import { checkMutatingPolicy } from "./admissionregistration/mutating-policy.ts";
import type { PolicyOptions } from "./admissionregistration/policy-parts.ts";
import { checkPolicyStatus } from "./admissionregistration/policy-status.ts";
import type {
  BindingSpec,
  MutatingPolicySpec,
  PolicySpec,
  PolicyStatus,
  ValidatingPolicySpec,
} from "./admissionregistration/policy-types.ts";
import {
  excludedRuleWarnings,
  matchConditionWarnings,
  RESERVED_NAME,
  type RegistrationFeatures,
  STATIC_SUFFIX,
  staticSuffixWarnings,
} from "./admissionregistration/registration-warnings.ts";
import { relaxationsOnCreate, relaxationsOnUpdate } from "./admissionregistration/relaxations.ts";
import { storedExpressions } from "./admissionregistration/stored-expressions.ts";
import { checkValidatingPolicy } from "./admissionregistration/validating-policy.ts";
import type { WebhookConfiguration } from "./admissionregistration/webhook-types.ts";
import { checkWebhooks, type WebhookOptions } from "./admissionregistration/webhooks.ts";

export interface RegistrationOptions {
  readonly features?: RegistrationFeatures;
  /** Compiles expressions. Absent: they are taken as they are, and webhooks with matchConditions cause a warning. */
  readonly compile?: CompileExpression;
}

/** Strategies of the group `admissionregistration.k8s.io`, for servers that compile expressions or switch features. */
export function createAdmissionregistrationStrategies(
  options: RegistrationOptions,
): ReadonlyMap<string, Strategy> {
  const { features = {} } = options;
  const webhooks = webhookStrategy(features, options.compile);
  const kinds: Readonly<Record<string, Strategy>> = {
    mutatingwebhookconfigurations: webhooks,
    validatingwebhookconfigurations: webhooks,
    validatingadmissionpolicies: validatingPolicyStrategy(features, options.compile),
    "validatingadmissionpolicies/status": validatingPolicyStatus,
    validatingadmissionpolicybindings: specStrategy(features, checkValidatingBindingObject),
    mutatingadmissionpolicies: mutatingPolicyStrategy(features, options.compile),
    mutatingadmissionpolicybindings: specStrategy(features, checkMutatingBindingObject),
  };
  return new Map(Object.entries(kinds).map(([name, own]) => [`admissionregistration.k8s.io/${name}`, own]));
}

/** What all kinds of the group do: no unconditional updates, metadata checked as if new on updates, reserved names. */
function registration(features: RegistrationFeatures, own: Partial<Strategy>): Strategy {
  const { validateCreate } = own;
  return strategy({
    allowUnconditionalUpdate: false,
    repeatsMeta: ["create"],
    warningsOnCreate: ({ metadata }) => staticSuffixWarnings(metadata.name ?? "", features, false),
    warningsOnUpdate: ({ metadata }) => staticSuffixWarnings(metadata.name ?? "", features, true),
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

function webhookStrategy(features: RegistrationFeatures, compile: CompileExpression | undefined): Strategy {
  const validate = (object: KubeObject, options: WebhookOptions): FieldError[] =>
    collectErrors("webhooks", (at) => checkWebhooks(webhooksOf(object), at, options));
  const warnings = (object: KubeObject, update: boolean): string[] => [
    ...staticSuffixWarnings(object.metadata.name ?? "", features, update),
    ...excludedRuleWarnings(view(object), features),
    ...(compile === undefined ? matchConditionWarnings(view(object)) : []),
  ];
  return registration(features, {
    prepareForCreate: startGeneration,
    prepareForUpdate: (object, old) => countGeneration(object, old, ["webhooks"]),
    validateCreate: (object, { requestVersion = "v1" }) =>
      validate(object, { ...relaxationsOnCreate(requestVersion), compile }),
    validateUpdate: (object, old, { requestVersion = "v1" }) =>
      validate(object, {
        ...relaxationsOnUpdate(requestVersion, webhooksOf(object), webhooksOf(old)),
        compile,
      }),
    warningsOnCreate: (object) => warnings(object, false),
    warningsOnUpdate: (object) => warnings(object, true),
  });
}

const webhooksOf = (object: KubeObject): NonNullable<WebhookConfiguration["webhooks"]> =>
  view<WebhookConfiguration>(object).webhooks ?? [];

function specStrategy(
  features: RegistrationFeatures,
  check: (object: KubeObject, at: FieldReport) => void,
): Strategy {
  const validate = (object: KubeObject): FieldError[] => collectErrors("spec", (at) => check(object, at));
  return registration(features, {
    prepareForCreate: startGeneration,
    prepareForUpdate: (object, old) => countGeneration(object, old),
    validateCreate: validate,
    validateUpdate: validate,
  });
}

const checkValidatingBindingObject = (object: KubeObject, at: FieldReport): void =>
  checkValidatingBinding(specOf<BindingSpec>(object), at);
const checkMutatingBindingObject = (object: KubeObject, at: FieldReport): void =>
  checkMutatingBinding(specOf<BindingSpec>(object), at);

const specOf = <T>(object: KubeObject): T => view<{ spec?: T }>(object).spec ?? ({} as T);

type PolicyCheck = (object: KubeObject, at: FieldReport, options: PolicyOptions) => void;

function policyStrategy(
  features: RegistrationFeatures,
  compile: CompileExpression | undefined,
  check: PolicyCheck,
): Strategy {
  const validate = (object: KubeObject, old?: KubeObject): FieldError[] =>
    collectErrors("spec", (at) => check(object, at, { ...policyOptions(object, old), compile }));
  return registration(features, {
    prepareForCreate: startGeneration,
    prepareForUpdate: (object, old) => countGeneration(object, old),
    validateCreate: (object) => validate(object),
    validateUpdate: (object, old) => validate(object, old),
  });
}

function policyOptions(object: KubeObject, old: KubeObject | undefined): Omit<PolicyOptions, "compile"> {
  if (old === undefined) return { unchangedMatchConditions: false, storedExpressions: new Set() };
  const [spec, oldSpec] = [specOf<PolicySpec>(object), specOf<PolicySpec>(old)];
  const same = (name: "paramKind" | "matchConditions"): boolean =>
    deepEqual(spec[name] as unknown as Json, oldSpec[name] as unknown as Json);
  return {
    unchangedMatchConditions: same("paramKind") && same("matchConditions"),
    storedExpressions: storedExpressions(old),
  };
}

const mutatingPolicyStrategy = (
  features: RegistrationFeatures,
  compile: CompileExpression | undefined,
): Strategy =>
  policyStrategy(features, compile, (object, at, options) =>
    checkMutatingPolicy(specOf<MutatingPolicySpec>(object), at, options),
  );

function validatingPolicyStrategy(
  features: RegistrationFeatures,
  compile: CompileExpression | undefined,
): Strategy {
  const policy = policyStrategy(features, compile, (object, at, options) =>
    checkValidatingPolicy(object.metadata.name ?? "", specOf<ValidatingPolicySpec>(object), at, options),
  );
  return { ...policy, ...specAndStatus("admissionregistration/v1.ValidatingAdmissionPolicy") };
}

const validatingPolicyStatus = statusOnly(
  {
    createdByApply: true,
    allowUnconditionalUpdate: false,
    repeatsMeta: [],
    validateUpdate: (object) =>
      collectErrors("status", (at) =>
        checkPolicyStatus(view<{ status?: PolicyStatus }>(object).status ?? {}, at),
      ),
  },
  "metadata",
);

/** The strategies of a server that compiles no expressions. */
export const admissionregistrationStrategies = createAdmissionregistrationStrategies({});
