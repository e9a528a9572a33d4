import type { KubeObject } from "../../../../api/meta.ts";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import type { IngressSpec } from "../../../../types/tables/networking/v1-types.ts";
import { items, someOf, text } from "../../../define/cell.ts";
import { AGE, column, NAME, optionalTextAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { specAndStatus, specOf, statusOf, validatesStatus } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { loadBalancerAddresses } from "../../shared/values/load-balancer-addresses.ts";
import {
  checkClassAnnotation,
  checkIngressStatus,
  classAnnotation,
  INGRESS_CLASS_ANNOTATION,
  ingressSpec,
  ingressStatusWarnings,
} from "./validate.ts";

const MAX_HOSTS = 3;

/** Prints the first three hosts; the number of the others is counted in rules, with or without hosts. */
function formatHosts(object: KubeObject): string {
  const rules = items(object, "spec.rules");
  const hosts: string[] = [];
  let more = false;
  for (const rule of rules) {
    if (hosts.length === MAX_HOSTS) more = true;
    const host = text(rule, "host");
    if (!more && host !== "") hosts.push(host);
  }
  if (hosts.length === 0) return "*";
  return someOf(hosts, MAX_HOSTS, more ? rules.length - MAX_HOSTS : 0);
}

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
