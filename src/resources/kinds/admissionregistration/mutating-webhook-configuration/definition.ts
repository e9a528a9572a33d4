import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { webhookColumns } from "../shared/columns.ts";
import { type RegistrationOptions, webhookStrategy, webhookVersions } from "../shared/strategies.ts";
import { fillMutating, fillMutatingV1beta1 } from "./defaults.ts";

/** MutatingWebhookConfiguration, also in v1beta1 if an option wants it. */
export const mutatingWebhookConfiguration = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "MutatingWebhookConfiguration",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: webhookVersions("MutatingWebhookConfiguration", options, {
      v1: fillMutating,
      v1beta1: fillMutatingV1beta1,
    }),
    columns: webhookColumns,
    strategy: { ...webhookStrategy(options), kubeFinalizers: false },
  });
