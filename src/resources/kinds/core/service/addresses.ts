import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { isIPv4, parseIp } from "../../../../go/ip-address.ts";
import type { ServiceSpec } from "../../../../types/tables/core/v1-types.ts";
import { legacyIpProblems } from "../../shared/values/legacy-address.ts";
import { isExternalName, isHeadless } from "./service-types.ts";

const FAMILIES = ["IPv4", "IPv6"];

const FAMILY_POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];

const MAY_NOT_CHANGE = "may not change once set";

/**
 * Checks clusterIP, clusterIPs, ipFamilies and ipFamilyPolicy, which depend on each other. `at` is the path
 * of the spec.
 */
export function checkClusterIps(spec: ServiceSpec, old: ServiceSpec | undefined, at: FieldReport): void {
  if (isExternalName(spec)) return;
  const ips = spec.clusterIPs ?? [];
  const path = at.child("clusterIPs");
  checkPrimary(spec.clusterIP ?? "", ips, path);
  checkFamilies(spec, at);
  const allValid = checkEachIp(ips, old?.clusterIPs ?? [], path);
  if (ips.length > 2) path.invalid(ips, "may only hold up to 2 values");
  if (!allValid) return;
  if (ips.length > 1 && new Set(ips.map(isV6)).size < 2)
    path.invalid(ips, "may specify no more than one IP for each IP family");
  if (isHeadless(spec)) return;
  ips.forEach((ip, i) => {
    const family = spec.ipFamilies?.[i];
    if ((family === "IPv4" && isV6(ip)) || (family === "IPv6" && !isV6(ip)))
      path.index(i).invalid(ip, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``);
  });
}

const isV6 = (ip: string): boolean => {
  const parsed = parseIp(ip);
  return parsed !== undefined && !isIPv4(parsed);
};

function checkPrimary(ip: string, ips: readonly string[], at: FieldReport): void {
  if (ip === "") {
    if (ips.length > 0) at.invalid(ips, "must be empty when `clusterIP` is not specified");
  } else if (ips.length === 0) at.required();
  else if (ips[0] !== ip) at.invalid(ips, "first value must match `clusterIP`");
}

function checkFamilies({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec, at: FieldReport): void {
  const seen = new Set<string>();
  at.eachOf("ipFamilies", ipFamilies, (family, path) => {
    if (!FAMILIES.includes(family)) path.notSupported(family, FAMILIES);
    path.distinctNamed(family, seen);
  });
  at.supports("ipFamilyPolicy", ipFamilyPolicy, FAMILY_POLICIES);
}

/** Checks the addresses. Addresses that the stored object has are accepted in any notation. */
function checkEachIp(ips: readonly string[], known: readonly string[], at: FieldReport): boolean {
  const before = at.errors.length;
  const isKnown = new Set(known);
  ips.forEach((ip, i) => {
    if (i === 0 && ip === "None") {
      if (ips.length > 1) at.invalid(ips, "'None' must be the first and only value");
    } else if (!isKnown.has(ip)) at.index(i).problems(ip, legacyIpProblems(ip, at));
  });
  return at.errors.length === before;
}

/** Checks that addresses do not change; a second one can be added or removed. `at` is the path of the spec. */
export function checkClusterIpsUpdate(spec: ServiceSpec, old: ServiceSpec, at: FieldReport): void {
  if (isExternalName(spec) || isExternalName(old)) return;
  if (!(isHeadless(spec) && isHeadless(old))) checkAddressesUpdate(spec, old, at);
  if (!isHeadless(spec) && !isHeadless(old)) checkFamiliesUpdate(spec, old, at);
}

/** Prints an absent list as null. */
const printed = (list: readonly string[] | undefined): readonly string[] | null => list ?? null;

function checkAddressesUpdate(spec: ServiceSpec, old: ServiceSpec, at: FieldReport): void {
  const ips = spec.clusterIPs ?? [];
  const before = old.clusterIPs ?? [];
  const path = at.child("clusterIPs");
  const changed = (i: number): void => path.index(i).invalid(printed(spec.clusterIPs), MAY_NOT_CHANGE);
  if (before.length === ips.length) {
    before.forEach((ip, i) => {
      if (ip !== ips[i]) changed(i);
    });
    return;
  }
  if (before.length > ips.length && ips.length === 0)
    path.index(0).invalid(printed(spec.clusterIPs), "primary clusterIP can not be unset");
  if (before.length > 0 && ips.length > 0 && ips[0] !== before[0]) changed(0);
  if (before.length > ips.length && ips.length === 1) checkRelease("clusterIP", spec, at);
}

function checkFamiliesUpdate(spec: ServiceSpec, old: ServiceSpec, at: FieldReport): void {
  const families = spec.ipFamilies ?? [];
  const before = old.ipFamilies ?? [];
  const path = at.child("ipFamilies").index(0);
  if (before.length === families.length) {
    before.forEach((family, i) => {
      if (family !== families[i]) path.invalid(printed(spec.ipFamilies), MAY_NOT_CHANGE);
    });
    return;
  }
  if (before.length > families.length && (spec.clusterIPs ?? []).length === 0)
    path.invalid(printed(spec.ipFamilies), "primary ipFamily can not be unset");
  // The reference quotes the addresses here, not the families.
  if (before.length > 0 && families.length > 0 && families[0] !== before[0])
    path.invalid(printed(spec.clusterIPs), MAY_NOT_CHANGE);
  if (before.length > families.length && families.length === 1) checkRelease("ipFamily", spec, at);
}

function checkRelease(
  what: "clusterIP" | "ipFamily",
  { ipFamilyPolicy: policy }: ServiceSpec,
  at: FieldReport,
): void {
  if (policy === "SingleStack") return;
  at.child("ipFamilyPolicy").invalid(
    policy,
    `must be set to 'SingleStack' when releasing the secondary ${what}`,
  );
}
