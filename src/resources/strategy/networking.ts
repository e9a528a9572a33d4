import { collectErrors, type FieldReport } from "../../api/field-path.ts";
import { canonicalCidrProblems, canonicalIpProblems, isIPv4, parseCidr } from "../../api/ip-address.ts";
import type { KubeObject } from "../../api/meta.ts";
import {
  byteLength,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  pathSegmentNameProblems,
} from "../../api/name-format.ts";
import {
  specAndStatus,
  specOf,
  specOnly,
  statusOnly,
  statusOnlyElsewhere,
  strategy,
  validatesSpec,
  view,
} from "../define/strategy.ts";
import { checksThenCompares, comparesThenChecks } from "../define/update-order.ts";
import type { Strategy } from "../kind.ts";
import { checkDomainPrefixedPath } from "../kinds/shared/values/domain-path.ts";
import { checkImmutable } from "../kinds/shared/workload/workload.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";
import {
  checkIngress,
  checkIngressStatus,
  checkTypedReference,
  type IngressSpec,
  type IngressStatus,
  ingressStatusWarnings,
} from "./networking/ingress.ts";
import {
  checkNetworkPolicy,
  type NetworkPolicySpec,
  networkPolicyWarnings,
} from "./networking/network-policy.ts";

const INGRESS_CLASS_ANNOTATION = "kubernetes.io/ingress.class";
const MAX_CONTROLLER_BYTES = 250;

const ingressSpec = validatesSpec(checkIngress);
const ingress = strategy({
  ...specAndStatus("networking/v1.Ingress"),
  ...ingressSpec,
  repeatsMeta: ["update", "create"],
  validateCreate: (object, context) => [
    ...ingressSpec.validateCreate(object, context),
    ...collectErrors("annotations", (at) => checkClassAnnotation(object, at)),
  ],
  warningsOnCreate: (object) =>
    classAnnotation(object) !== undefined && specOf<IngressSpec>(object).ingressClassName === undefined
      ? [`annotation "${INGRESS_CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`]
      : [],
});

const classAnnotation = ({ metadata }: KubeObject): string | undefined =>
  metadata.annotations?.[INGRESS_CLASS_ANNOTATION];

function checkClassAnnotation(object: KubeObject, at: FieldReport): void {
  const annotation = classAnnotation(object);
  const { ingressClassName } = specOf<IngressSpec>(object);
  if (annotation === undefined || ingressClassName === undefined || annotation === ingressClassName) return;
  at.child(INGRESS_CLASS_ANNOTATION).invalid(
    annotation,
    "must match `ingressClassName` when both are specified",
  );
}

const statusOf = (object: KubeObject): IngressStatus => view<{ status?: IngressStatus }>(object).status ?? {};
const ingressStatus = statusOnly({
  validateUpdate: (object, old) =>
    collectErrors("status", (at) => checkIngressStatus(statusOf(object), statusOf(old), at)),
  warningsOnUpdate: (object) => ingressStatusWarnings(statusOf(object)),
});

const networkPolicy = strategy({
  ...specOnly,
  ...validatesSpec(checkNetworkPolicy),
  warningsOnCreate: (object) => networkPolicyWarnings(specOf<NetworkPolicySpec>(object)),
  warningsOnUpdate: (object) => networkPolicyWarnings(specOf<NetworkPolicySpec>(object)),
});

interface IngressClassSpec {
  readonly controller?: string;
  readonly parameters?: {
    readonly apiGroup?: string;
    readonly kind?: string;
    readonly name?: string;
    readonly scope?: string | null;
    readonly namespace?: string;
  };
}

interface IngressClass {
  readonly spec?: IngressClassSpec;
}

function checkIngressClassChange({ spec }: IngressClass, { spec: old }: IngressClass, at: FieldReport): void {
  checkImmutable(spec?.controller ?? "", old?.controller ?? "", at.child("spec").child("controller"));
}

function checkIngressClass({ spec = {} }: IngressClass, _old: unknown, root: FieldReport): void {
  const { controller = "", parameters } = spec;
  const at = root.child("spec");
  const path = at.child("controller");
  if (byteLength(controller) > MAX_CONTROLLER_BYTES) path.tooLong(MAX_CONTROLLER_BYTES);
  checkDomainPrefixedPath(controller, path);
  if (parameters !== undefined) checkParameters(parameters, at.child("parameters"));
}

function checkParameters(parameters: NonNullable<IngressClassSpec["parameters"]>, at: FieldReport): void {
  const { scope, namespace } = parameters;
  checkTypedReference(parameters, at);
  if (scope === undefined || scope === null) at.child("scope").required();
  else if (scope === "Namespace") {
    if (namespace === undefined) at.child("namespace").required("`parameters.scope` is set to 'Namespace'");
    else at.check("namespace", namespace, dns1123LabelProblems);
  } else if (scope === "Cluster") {
    if (namespace !== undefined) at.child("namespace").forbidden("`parameters.scope` is set to 'Cluster'");
  } else at.child("scope").notSupportedText(scope, ["Cluster", "Namespace"]);
}

interface ParentReference {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}
interface IPAddressSpec {
  readonly parentRef?: ParentReference | null;
}

interface IPAddress {
  readonly spec?: IPAddressSpec;
}

function checkIPAddress({ spec: { parentRef } = {} }: IPAddress, _old: unknown, at: FieldReport): void {
  const path = at.child("spec").child("parentRef");
  if (parentRef === undefined || parentRef === null) path.required();
  else {
    path.checkIfSet("group", parentRef.group, dns1123SubdomainProblems);
    path.requireFormat("resource", parentRef.resource, pathSegmentNameProblems);
    path.requireFormat("name", parentRef.name, pathSegmentNameProblems);
    path.checkIfSet("namespace", parentRef.namespace, pathSegmentNameProblems);
  }
}

function checkSameParent({ spec }: IPAddress, { spec: old }: IPAddress, at: FieldReport): void {
  const parent = spec?.parentRef;
  checkImmutable(parent, old?.parentRef, at.child("spec").child("parentRef"), printedParent(parent));
}

function printedParent(parent: ParentReference | null | undefined): object | null {
  if (parent === undefined || parent === null) return null;
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}

interface ServiceCIDRSpec {
  readonly cidrs?: readonly string[];
}

function checkServiceCIDR(
  { cidrs = [] }: ServiceCIDRSpec,
  old: ServiceCIDRSpec | undefined,
  at: FieldReport,
): void {
  const path = at.child("cidrs");
  if (old === undefined) {
    checkNetworks(cidrs, path);
    return;
  }
  const before = old.cidrs ?? [];
  const widened = before.length === 1 && cidrs.length === 2;
  if (before.length !== cidrs.length && !widened) path.invalid(cidrs, "field is immutable");
  else {
    before.forEach((network, i) => {
      if (cidrs[i] !== network) path.index(i).invalid(cidrs[i], "field is immutable");
    });
    if (widened) checkNetworks(cidrs, path);
  }
}

function checkNetworks(cidrs: readonly string[], at: FieldReport): void {
  if (cidrs.length === 0) at.required("at least one CIDR required");
  else if (cidrs.length > 2) at.invalid({ CIDRs: cidrs }, "may only hold up to 2 values");
  else {
    cidrs.forEach((network, i) => {
      at.index(i).problems(network, canonicalCidrProblems(network));
    });
    const families = cidrs
      .map((network) => parseCidr(network))
      .map((network) => network && isIPv4(network.ip));
    if (families.length === 2 && families[0] !== undefined && families[0] === families[1]) {
      const wrong =
        "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
      at.invalid(cidrs, wrong);
    }
  }
}

const GROUP = "networking.k8s.io";

export const networkingStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  [`${GROUP}/ingresses`, ingress],
  [`${GROUP}/ingresses/status`, ingressStatus],
  [`${GROUP}/networkpolicies`, networkPolicy],
  [
    `${GROUP}/ingressclasses`,
    strategy({ ...specOnly, ...comparesThenChecks(checkIngressClassChange, checkIngressClass) }),
  ],
  [
    `${GROUP}/ipaddresses`,
    strategy({
      nameProblems: (name) => canonicalIpProblems(name),
      ...checksThenCompares(checkIPAddress, checkSameParent),
    }),
  ],
  [
    `${GROUP}/servicecidrs`,
    strategy({ ...statusOnlyElsewhere("networking/v1.ServiceCIDR"), ...validatesSpec(checkServiceCIDR) }),
  ],
  [`${GROUP}/servicecidrs/status`, statusOnly({}, "metadata")],
]);
