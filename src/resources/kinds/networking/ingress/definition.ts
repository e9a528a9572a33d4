import { collectErrors } from "../../../../api/validation/field-report.ts";
import type { IngressSpec } from "../../../../types/tables/networking/v1-types.ts";
import { items } from "../../../define/cell.ts";
import { AGE, column, NAME, optionalTextAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { specAndStatus, specOf, statusOf, validatesStatus } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { loadBalancerAddresses } from "../../shared/values/load-balancer-addresses.ts";
import { formatHosts } from "./columns.ts";
import {
  checkClassAnnotation,
  checkIngressStatus,
  classAnnotation,
  INGRESS_CLASS_ANNOTATION,
  ingressSpec,
  ingressStatusWarnings,
} from "./validate.ts";

export const ingress = defineResource({
  group: "networking.k8s.io",
  kind: "Ingress",
  scope: "Namespaced",
  shortNames: ["ing"],
  storagePrefix: "ingress",
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    column`Class: ${optionalTextAt("spec.ingressClassName", "<none>")} The name of the IngressClass resource that should be used for additional configuration`,
    column`Hosts: ${formatHosts} Hosts that incoming requests are matched against before the ingress rule`,
    column`Address: ${loadBalancerAddresses} Address is a list containing ingress points for the load-balancer`,
    column`Ports: ${(object) => (items(object, "spec.tls").length === 0 ? "80" : "80, 443")} Ports of TLS configurations that open`,
    AGE,
  ],
  subresources: [
    status({
      ...validatesStatus(checkIngressStatus),
      warnings: (object) => ingressStatusWarnings(statusOf(object)),
    }),
  ],
  strategy: {
    ...specAndStatus("networking/v1.Ingress"),
    ...ingressSpec,
    repeatsMeta: ["update", "create"],
    validateCreate: (object, context) => [
      ...ingressSpec.validateCreate(object, context),
      ...collectErrors("annotations", (at) => checkClassAnnotation(object, at), context),
    ],
    warnings: (object, old) =>
      old === undefined &&
      classAnnotation(object) !== undefined &&
      specOf<IngressSpec>(object).ingressClassName === undefined
        ? [
            `annotation "${INGRESS_CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`,
          ]
        : [],
  },
});
