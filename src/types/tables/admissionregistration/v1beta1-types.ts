// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { LabelSelectorLike } from "../../../api/validation/label-selector.ts";
import type { ListMeta } from "../meta/v1-types.ts";
import type { RuleWithOperations } from "./v1-types.ts";

export type MatchCondition = {
  name?: string | undefined;
  expression?: string | undefined;
};

export type MutatingWebhook = {
  name?: string | undefined;
  clientConfig?: WebhookClientConfig | undefined;
  rules?: RuleWithOperations[] | undefined;
  failurePolicy?: string | undefined;
  matchPolicy?: string | undefined;
  namespaceSelector?: LabelSelectorLike | undefined;
  objectSelector?: LabelSelectorLike | undefined;
  sideEffects?: string | undefined;
  timeoutSeconds?: number | undefined;
  admissionReviewVersions?: string[] | undefined;
  reinvocationPolicy?: string | undefined;
  matchConditions?: MatchCondition[] | undefined;
};

export type MutatingWebhookConfiguration = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  webhooks?: MutatingWebhook[] | undefined;
};

export type MutatingWebhookConfigurationList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: MutatingWebhookConfiguration[] | null | undefined;
};

export type ServiceReference = {
  namespace?: string | undefined;
  name?: string | undefined;
  path?: string | undefined;
  port?: number | undefined;
};

export type ValidatingWebhook = {
  name?: string | undefined;
  clientConfig?: WebhookClientConfig | undefined;
  rules?: RuleWithOperations[] | undefined;
  failurePolicy?: string | undefined;
  matchPolicy?: string | undefined;
  namespaceSelector?: LabelSelectorLike | undefined;
  objectSelector?: LabelSelectorLike | undefined;
  sideEffects?: string | undefined;
  timeoutSeconds?: number | undefined;
  admissionReviewVersions?: string[] | undefined;
  matchConditions?: MatchCondition[] | undefined;
};

export type ValidatingWebhookConfiguration = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  webhooks?: ValidatingWebhook[] | undefined;
};

export type ValidatingWebhookConfigurationList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: ValidatingWebhookConfiguration[] | null | undefined;
};

export type WebhookClientConfig = {
  url?: string | undefined;
  service?: ServiceReference | undefined;
  caBundle?: string | undefined;
};
