import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../kind.ts";
import { type RegistrationOptions, v1beta1Warning, webhookStrategy } from "../shared/strategies.ts";
import { fillValidating, fillValidatingV1beta1 } from "./defaults.ts";

export const validatingWebhookConfiguration = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "ValidatingWebhookConfiguration",
    plural: "validatingwebhookconfigurations",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: [
      {
        version: "v1",
        type: "admissionregistration/v1.ValidatingWebhookConfiguration",
        defaults: fillValidating,
      },
      ...(options.v1beta1 === true
        ? [
            {
              version: "v1beta1",
              type: "admissionregistration/v1beta1.ValidatingWebhookConfiguration",
              defaults: fillValidatingV1beta1,
              deprecated: v1beta1Warning("ValidatingWebhookConfiguration"),
            },
          ]
        : []),
    ],
    columns: [
      NAME,
      column(
        "Webhooks",
        "Webhooks indicates the number of webhooks registered in this configuration",
        (object) => sizeOf(object, "webhooks"),
        "integer",
      ),
      AGE,
    ],
    strategy: { ...webhookStrategy(options), kubeFinalizers: false },
  });
