import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { webhookColumns } from "../shared/columns.ts";
import { type RegistrationOptions, webhookStrategy, webhookVersions } from "../shared/strategies.ts";
import { fillValidating, fillValidatingV1beta1 } from "./defaults.ts";

/** ValidatingWebhookConfiguration, also in v1beta1 if an option wants it. */
export const validatingWebhookConfiguration = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "ValidatingWebhookConfiguration",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: webhookVersions("ValidatingWebhookConfiguration", options, {
      v1: fillValidating,
      v1beta1: fillValidatingV1beta1,
    }),
    columns: webhookColumns,
    strategy: { ...webhookStrategy(options), kubeFinalizers: false },
  });
