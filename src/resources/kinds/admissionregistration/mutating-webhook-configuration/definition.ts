import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../kind.ts";
import { type RegistrationOptions, v1beta1Warning, webhookStrategy } from "../shared/strategies.ts";
import { fillMutating, fillMutatingV1beta1 } from "./defaults.ts";

export const mutatingWebhookConfiguration = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "MutatingWebhookConfiguration",
    plural: "mutatingwebhookconfigurations",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: [
      {
        version: "v1",
        type: "admissionregistration/v1.MutatingWebhookConfiguration",
        defaults: fillMutating,
      },
      ...(options.v1beta1 === true
        ? [
            {
              version: "v1beta1",
              type: "admissionregistration/v1beta1.MutatingWebhookConfiguration",
              defaults: fillMutatingV1beta1,
              deprecated: v1beta1Warning("MutatingWebhookConfiguration"),
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
