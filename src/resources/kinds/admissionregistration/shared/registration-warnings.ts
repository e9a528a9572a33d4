import { hasVirtual, isVirtual } from "../../../../api/virtual-resources.ts";
import type {
  NamedRuleWithOperations as RuleWithOperations,
  MutatingWebhook as Webhook,
  MutatingWebhookConfiguration as WebhookConfiguration,
} from "../fields/v1-types.ts";
/** Switches of the reference that change what is said about a registration; absent: the release has no such switch. */
export interface RegistrationFeatures {
  readonly ManifestBasedAdmissionControlConfig?: boolean;
  /** The same switch as 1.36 has it: it warns of names on updates in the words of those that are without it. */
  readonly reservesManifestNames?: boolean;
  readonly ExcludeAdmissionWebhookVirtualResources?: boolean;
}

export const STATIC_SUFFIX = ".static.k8s.io";

export const RESERVED_NAME = `names ending with "${STATIC_SUFFIX}" are reserved for static manifest-based configurations and cannot be managed via the API`;

const WILL_BE_RESERVED = `names ending with "${STATIC_SUFFIX}" will be reserved for static manifest-based configurations when the ManifestBasedAdmissionControlConfig feature gate is enabled`;

/**
 * About names that belong to configurations in files
 * (kubernetes/pkg/apis/admissionregistration/validation/static_suffix.go, WarningsForStaticSuffix). A server with
 * the switch refuses them on create.
 */
export function staticSuffixWarnings(
  name: string,
  features: RegistrationFeatures,
  update: boolean,
): string[] {
  const gate = features.ManifestBasedAdmissionControlConfig;
  if (!name.endsWith(STATIC_SUFFIX) || (areReserved(features) && !update)) return [];
  return [`metadata.name: ${gate === undefined ? RESERVED_NAME : WILL_BE_RESERVED}`];
}

/** Whether nobody may create objects of such names. */
export const areReserved = (features: RegistrationFeatures): boolean =>
  features.ManifestBasedAdmissionControlConfig === true || features.reservesManifestNames === true;

/** About rules that name, without stars, what is never sent to webhooks. */
export function excludedRuleWarnings(
  { webhooks = [] }: WebhookConfiguration,
  features: RegistrationFeatures,
): string[] {
  if (features.ExcludeAdmissionWebhookVirtualResources !== true) return [];
  return webhooks.flatMap(({ rules = [] }, i) =>
    rules.flatMap((rule, j) =>
      excludedIn(rule).map(
        (resource) =>
          `webhooks[${i}].rules[${j}]: ${resource} is excluded from admission webhooks; this rule will have no effect`,
      ),
    ),
  );
}

function excludedIn({ apiGroups = [], resources = [] }: RuleWithOperations): string[] {
  // Most groups have none: that keeps long rules from being multiplied.
  const groups = new Set(apiGroups.filter(hasVirtual));
  const excluded = [...groups].flatMap((group) =>
    resources.filter((resource) => isVirtual(group, resource)).map((resource) => `${resource}.${group}`),
  );
  return [...new Set(excluded)];
}

/** Ours alone: while expressions are not evaluated here, say what becomes of a webhook that has them. */
export function matchConditionWarnings({ webhooks = [] }: WebhookConfiguration): string[] {
  return webhooks.flatMap((webhook, i) => (hasConditions(webhook) ? [conditionWarning(webhook, i)] : []));
}

const hasConditions = ({ matchConditions = [] }: Webhook): boolean => matchConditions.length > 0;

function conditionWarning({ failurePolicy }: Webhook, i: number): string {
  const fate =
    failurePolicy === "Ignore"
      ? "with failurePolicy Ignore the webhook is skipped"
      : "with failurePolicy Fail matching requests are refused";
  return `webhooks[${i}].matchConditions: this server cannot evaluate match conditions yet; ${fate}`;
}
