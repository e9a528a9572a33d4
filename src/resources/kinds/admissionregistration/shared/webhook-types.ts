import type { LabelSelectorLike } from "../../../../api/validate-label-selector.ts";
import type { ClientConfig } from "../../shared/webhook-client/client-config.ts";

/** What validation reads of a Mutating- or ValidatingWebhookConfiguration, in either version. */
export interface WebhookConfiguration {
  readonly metadata: { readonly name?: string };
  readonly webhooks?: readonly Webhook[];
}

export interface Webhook {
  readonly name?: string;
  readonly clientConfig?: ClientConfig;
  readonly rules?: readonly RuleWithOperations[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorLike;
  readonly objectSelector?: LabelSelectorLike;
  readonly sideEffects?: string | null;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[] | null;
  /** Mutating webhooks only. */
  readonly reinvocationPolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
}

export interface RuleWithOperations {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
  /** Rules of policies only. */
  readonly resourceNames?: readonly string[];
}

export interface MatchCondition {
  readonly name?: string;
  readonly expression?: string;
}
