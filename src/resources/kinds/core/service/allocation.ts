import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldError } from "../../../../api/validation/field-error.ts";
import { FieldReport, type RuleSettings } from "../../../../api/validation/field-report.ts";
import { isIPv4, parseIp } from "../../../../go/ip-address.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { ServiceSpec } from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import { checkClusterIps } from "./addresses.ts";
import { isExternalName, needsHealthCheck, type Service, usesNodePorts } from "./service-types.ts";

/** Address families of this server's cluster: one range, IPv4. */
const FAMILIES: readonly string[] = ["IPv4"];

/**
 * Prepares a Service for the allocation of addresses and ports, and changes the object: fields that an update
 * leaves out keep their values, clusterIP and clusterIPs are synchronized, policy and families are filled in.
 * Errors end the request before the main validation. After it, every family in ipFamilies needs one address
 * at the same place in clusterIPs.
 */
export function readyForAllocation(
  object: KubeObject,
  oldObject: KubeObject | undefined,
  settings: RuleSettings,
): FieldError[] {
  const { spec } = view<Service>(object);
  const old = oldObject === undefined ? undefined : view<Service>(oldObject).spec;
  if (old !== undefined) carryOver(spec, old);
  normalizeClusterIps(spec, old);
  return isExternalName(spec) ? [] : fillFamilies(spec, old, settings);
}

/** Keeps the values that the server has allocated, so that clients that replace a Service need not send them. */
function carryOver(spec: ServiceSpec, old: ServiceSpec): void {
  if (!isExternalName(spec) && !isExternalName(old)) {
    if ((spec.clusterIP ?? "") === "" && old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
    if ((spec.clusterIPs ?? []).length === 0 && (old.clusterIPs ?? []).length > 0)
      spec.clusterIPs = [...(old.clusterIPs ?? [])];
  }
  if (takesNodePorts(spec) && takesNodePorts(old)) carryNodePorts(spec, old);
  const keepsHealthPort = needsHealthCheck(spec) && needsHealthCheck(old);
  if (keepsHealthPort && (spec.healthCheckNodePort ?? 0) === 0 && old.healthCheckNodePort !== undefined)
    spec.healthCheckNodePort = old.healthCheckNodePort;
}

/** True for services that get node ports automatically. */
export const takesNodePorts = (spec: ServiceSpec): boolean =>
  spec.type === "NodePort" || (usesNodePorts(spec) && spec.allocateLoadBalancerNodePorts !== false);

/** Keeps the node port of a port with the same name, unless another port of the request has that node port. */
function carryNodePorts(spec: ServiceSpec, old: ServiceSpec): void {
  const before = new Map((old.ports ?? []).map(({ name = "", nodePort = 0 }) => [name, nodePort]));
  const said = new Set((spec.ports ?? []).map(({ nodePort = 0 }) => nodePort));
  for (const port of spec.ports ?? []) {
    const kept = before.get(port.name ?? "") ?? 0;
    if ((port.nodePort ?? 0) === 0 && kept !== 0 && !said.has(kept)) port.nodePort = kept;
  }
}

const sameIps = (a: ServiceSpec, b: ServiceSpec): boolean => deepEqual(a.clusterIPs, b.clusterIPs);

/**
 * Synchronizes clusterIP and clusterIPs. Old clients know only the single field, so a change of it applies to
 * the list.
 */
function normalizeClusterIps(spec: ServiceSpec, old: ServiceSpec | undefined): void {
  const ip = spec.clusterIP ?? "";
  const ips = spec.clusterIPs ?? [];
  if (old === undefined) {
    if (ip !== "" && ips.length === 0) spec.clusterIPs = [ip];
    return;
  }
  const oldIp = old.clusterIP ?? "";
  if (oldIp === ip) {
    if (ips.length === 0 && (old.clusterIPs ?? []).length > 0) spec.clusterIPs = [...(old.clusterIPs ?? [])];
  } else if (sameIps(spec, old)) {
    if (ip === "") delete spec.clusterIPs;
    else spec.clusterIPs = [ip];
  }
}

const isSelectorless = ({ clusterIP, selector }: ServiceSpec): boolean =>
  clusterIP === "None" && Object.keys(selector ?? {}).length === 0;

function fillFamilies(spec: ServiceSpec, old: ServiceSpec | undefined, settings: RuleSettings): FieldError[] {
  if (old !== undefined && isUnchangedPreferDualStack(spec, old)) return [];
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isSelectorless(spec) ? "RequireDualStack" : "SingleStack");
  const at = new FieldReport("spec", undefined, settings);
  checkClusterIps(spec, old, at);
  if (at.errors.length > 0) return at.errors;
  if (old !== undefined) releaseSecondary(spec, old, at);
  checkSingleStack(spec, at);
  addFamiliesOfAddresses(spec, at);
  if (at.errors.length > 0) return at.errors;
  if (isSelectorless(spec)) addBothFamilies(spec);
  else checkConfigured(spec, at);
  if (at.errors.length === 0 && (spec.ipFamilies ?? []).length === 0)
    spec.ipFamilies = [...FAMILIES.slice(0, 1)];
  return at.errors;
}

function isUnchangedPreferDualStack(spec: ServiceSpec, old: ServiceSpec): boolean {
  const prefers = (policy: string | undefined): boolean =>
    policy === undefined || policy === "PreferDualStack";
  return (
    spec.ipFamilyPolicy === "PreferDualStack" &&
    prefers(old.ipFamilyPolicy) &&
    spec.type === old.type &&
    sameIps(spec, old) &&
    deepEqual(spec.ipFamilies, old.ipFamilies)
  );
}

/** With a single stack the second address and family are removed; with a dual stack their removal is an error. */
function releaseSecondary(spec: ServiceSpec, old: ServiceSpec, at: FieldReport): void {
  if (spec.ipFamilyPolicy === "SingleStack") {
    if (sameIps(spec, old) && (spec.clusterIPs ?? []).length > 1)
      spec.clusterIPs = spec.clusterIPs?.slice(0, 1);
    const sameFamilies = deepEqual(spec.ipFamilies, old.ipFamilies);
    if (sameFamilies && (spec.ipFamilies ?? []).length > 1) spec.ipFamilies = spec.ipFamilies?.slice(0, 1);
    return;
  }
  const reduced = (now: readonly string[] = [], before: readonly string[] = []): boolean =>
    now.length > 0 && now.length < before.length;
  const path = at.child("ipFamilyPolicy");
  if (reduced(spec.clusterIPs, old.clusterIPs))
    path.invalid(spec.ipFamilyPolicy, "must be 'SingleStack' to release the secondary cluster IP");
  if (reduced(spec.ipFamilies, old.ipFamilies))
    path.invalid(spec.ipFamilyPolicy, "must be 'SingleStack' to release the secondary IP family");
}

function checkSingleStack(spec: ServiceSpec, at: FieldReport): void {
  if (spec.ipFamilyPolicy !== "SingleStack") return;
  const says = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
  const path = at.child("ipFamilyPolicy");
  if ((spec.clusterIPs ?? []).length === 2) path.invalid("SingleStack", `${says} cluster IPs are specified`);
  if ((spec.ipFamilies ?? []).length === 2) path.invalid("SingleStack", `${says} IP families are specified`);
}

function addFamiliesOfAddresses(spec: ServiceSpec, at: FieldReport): void {
  const ips = spec.clusterIPs ?? [];
  for (const [i, ip] of ips.entries()) {
    if (ip === "None") return;
    if (i < (spec.ipFamilies ?? []).length) continue;
    const bytes = parseIp(ip);
    const family = bytes !== undefined && isIPv4(bytes) ? "IPv4" : "IPv6";
    if (FAMILIES.includes(family)) spec.ipFamilies = [...(spec.ipFamilies ?? []), family];
    else at.child("clusterIPs").index(i).invalid(ips, `${family} is not configured on this cluster`);
  }
}

/**
 * Adds the second family to services without addresses and without selector, whose endpoints can have any
 * family.
 */
function addBothFamilies(spec: ServiceSpec): void {
  const [first = "IPv4", ...rest] = spec.ipFamilies ?? [];
  const both = [first, first === "IPv4" ? "IPv6" : "IPv4"];
  const single = rest.length > 0 || spec.ipFamilyPolicy === "SingleStack";
  spec.ipFamilies = single ? [first, ...rest] : both;
}

function checkConfigured(spec: ServiceSpec, at: FieldReport): void {
  if (spec.ipFamilyPolicy === "RequireDualStack" && FAMILIES.length < 2) {
    at.child("ipFamilyPolicy").invalid(
      "RequireDualStack",
      "this cluster is not configured for dual-stack services",
    );
  }
  for (const [i, family] of (spec.ipFamilies ?? []).entries()) {
    if (!FAMILIES.includes(family))
      at.child("ipFamilies").index(i).invalid(family, "not configured on this cluster");
  }
}
