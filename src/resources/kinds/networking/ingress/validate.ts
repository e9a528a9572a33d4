import type { KubeObject } from "../../../../api/meta.ts";
import {
  collectErrors,
  type FieldReport,
  type RuleSettings,
} from "../../../../api/validation/field-report.ts";
import {
  dns1035LabelProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  pathSegmentNameProblems,
  portNameProblems,
  portNumberProblems,
  wildcardSubdomainProblems,
} from "../../../../api/validation/name-format.ts";
import { ipWarning, parseIp } from "../../../../go/ip-address.ts";
import type {
  IngressBackend as Backend,
  HTTPIngressPath as IngressPath,
  IngressRule,
  IngressSpec,
  IngressStatus,
} from "../../../../types/tables/networking/v1-types.ts";
import { specOf, validatesSpec } from "../../../define/strategy.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import { legacyIpProblems } from "../../shared/values/legacy-address.ts";

/** Checks the spec of an Ingress; `old` on update: errors that it already has are allowed. */
function checkIngress(spec: IngressSpec, old: IngressSpec | undefined, at: FieldReport): void {
  const { rules = [], defaultBackend, ingressClassName } = spec;
  if (rules.length === 0 && defaultBackend === undefined)
    at.invalid(null, "either `defaultBackend` or `rules` must be specified");
  if (defaultBackend !== undefined) checkBackend(defaultBackend, at.child("defaultBackend"));
  const anyWildcardRule = old?.rules?.some((rule) => isBadWildcardRule(rule, at)) ?? false;
  at.eachOf("rules", rules, (rule, here) => checkRule(rule, anyWildcardRule, here));
  checkTls(spec, old, at.child("tls"));
  if (ingressClassName !== undefined)
    at.check("ingressClassName", ingressClassName, dns1123SubdomainProblems);
}

const isBadWildcardRule = (rule: IngressRule, settings: RuleSettings): boolean =>
  (rule.host ?? "").includes("*") && collectErrors("", (at) => checkHttp(rule, at), settings).length > 0;

function checkHost(host: string, at: FieldReport): void {
  at.problems(host, host.includes("*") ? wildcardSubdomainProblems(host) : dns1123SubdomainProblems(host));
}

function checkRule(rule: IngressRule, anyWildcardRule: boolean, at: FieldReport): void {
  const { host = "" } = rule;
  if (host !== "") {
    if (parseIp(host) !== undefined) at.child("host").invalid(host, "must be a DNS name, not an IP address");
    checkHost(host, at.child("host"));
  }
  if (!anyWildcardRule || !host.includes("*")) checkHttp(rule, at);
}

function checkHttp({ http }: IngressRule, at: FieldReport): void {
  if (http === undefined) return;
  const paths = http.paths ?? [];
  at.child("http").require("paths", paths);
  at.child("http").eachOf("paths", paths, checkPath);
}

const FORBIDDEN_SEQUENCES = ["//", "/./", "/../", "%2f", "%2F"];

const FORBIDDEN_ENDS = ["/..", "/."];

function checkPath({ path = "", pathType, backend = {} }: IngressPath, at: FieldReport): void {
  if (pathType === undefined || pathType === null) {
    at.child("pathType").required("pathType must be specified");
    return;
  }
  const strict = pathType === "Exact" || pathType === "Prefix";
  if (!strict) at.supports("pathType", pathType, ["Exact", "ImplementationSpecific", "Prefix"]);
  const relative =
    !path.startsWith("/") && (strict || (path !== "" && pathType === "ImplementationSpecific"));
  const own = at.child("path");
  if (relative) own.invalid(path, "must be an absolute path");
  if (strict) {
    for (const text of FORBIDDEN_SEQUENCES)
      if (path.includes(text)) own.invalid(path, `must not contain '${text}'`);
    for (const text of FORBIDDEN_ENDS)
      if (path.endsWith(text)) own.invalid(path, `cannot end with '${text}'`);
  }
  checkBackend(backend, at.child("backend"));
}

function checkBackend({ resource, service }: Backend, at: FieldReport): void {
  if (resource !== undefined && service !== undefined) {
    at.invalid("", "cannot set both resource and service backends");
  } else if (resource !== undefined) checkTypedReference(resource, at.child("resource"));
  else if (service !== undefined) checkServiceBackend(service, at);
  else at.invalid("", "resource or service backend is required");
}

function checkServiceBackend({ name, port = {} }: NonNullable<Backend["service"]>, at: FieldReport): void {
  const service = at.child("service");
  const isOld = isGateOff("RelaxedServiceNameValidation", at);
  service.requireFormat("name", name, isOld ? dns1035LabelProblems : dns1123LabelProblems);
  const { name: portName = "", number = 0 } = port;
  if (portName !== "" && number !== 0) at.invalid("", "cannot set both port name & port number");
  else if (portName !== "") service.child("port").check("name", portName, portNameProblems);
  else if (number !== 0) service.child("port.number").problems(number, portNumberProblems(number));
  else at.required("port name or number is required");
}

/** Checks a reference to an object of any kind in the same namespace. `missing`: the report of absent names. */
export function checkTypedReference(
  { apiGroup, kind, name }: NonNullable<Backend["resource"]>,
  at: FieldReport,
  missing: FieldReport = at,
): void {
  if (apiGroup !== undefined && apiGroup !== null) at.check("apiGroup", apiGroup, dns1123SubdomainProblems);
  if (missing.require("kind", kind)) at.check("kind", kind, pathSegmentNameProblems);
  if (missing.require("name", name)) at.check("name", name, pathSegmentNameProblems);
}

function checkTls({ tls = [] }: IngressSpec, old: IngressSpec | undefined, at: FieldReport): void {
  const anySecretName =
    old?.tls?.some(({ secretName = "" }) => secretProblems(secretName).length > 0) ?? false;
  at.each(tls, ({ hosts = [], secretName = "" }, here) => {
    here.eachOf("hosts", hosts, checkHost);
    if (!anySecretName) here.child("secretName").problems(secretName, secretProblems(secretName));
  });
}

const secretProblems = (name: string): readonly string[] =>
  name === "" ? [] : dns1123SubdomainProblems(name);

/** Checks the status of an Ingress: the addresses of its load balancer. */
export function checkIngressStatus(status: IngressStatus, old: IngressStatus, at: FieldReport): void {
  const stored = new Set(old.loadBalancer?.ingress?.map(({ ip }) => ip));
  at.child("loadBalancer").eachOf(
    "ingress",
    status.loadBalancer?.ingress,
    ({ ip = "", hostname = "" }, path) => {
      if (ip !== "" && !stored.has(ip)) path.child("ip").problems(ip, legacyIpProblems(ip, path));
      if (hostname === "") return;
      path.check("hostname", hostname, dns1123SubdomainProblems);
      if (parseIp(hostname) !== undefined)
        path.child("hostname").invalid(hostname, "must be a DNS name, not an IP address");
    },
  );
}

/** Warnings about addresses that are not in normal form. */
export function ingressStatusWarnings({ loadBalancer }: IngressStatus): string[] {
  return (loadBalancer?.ingress ?? []).flatMap(({ ip = "" }, i) => {
    const warning = ip === "" ? undefined : ipWarning(`status.loadBalancer.ingress[${i}]`, ip);
    return warning === undefined ? [] : [warning];
  });
}

export const INGRESS_CLASS_ANNOTATION = "kubernetes.io/ingress.class";

export const ingressSpec = validatesSpec(checkIngress);

/** Value of the deprecated annotation `kubernetes.io/ingress.class`. */
export const classAnnotation = ({ metadata }: KubeObject): string | undefined =>
  metadata.annotations?.[INGRESS_CLASS_ANNOTATION];

/** Checks that the annotation and `ingressClassName` are equal, if both are set. */
export function checkClassAnnotation(object: KubeObject, at: FieldReport): void {
  const annotation = classAnnotation(object);
  const { ingressClassName } = specOf<IngressSpec>(object);
  if (annotation === undefined || ingressClassName === undefined || annotation === ingressClassName) return;
  at.child(INGRESS_CLASS_ANNOTATION).invalid(
    annotation,
    "must match `ingressClassName` when both are specified",
  );
}
