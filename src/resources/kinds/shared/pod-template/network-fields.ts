import type { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  byteLength,
  dns1123SubdomainProblems,
  dns1123SubdomainWithUnderscoreProblems,
} from "../../../../api/validation/name-format.ts";
import type { HostAlias, PodSpec } from "../../../../types/tables/core/v1-types.ts";
import { legacyIpProblems } from "../values/legacy-address.ts";
import { visitContainers } from "./visit-containers.ts";

const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARACTERS = 2048;

/** Checks spec.dnsConfig; `at` is the path of the spec. */
export function checkDnsConfig({ dnsPolicy, dnsConfig }: PodSpec, at: FieldReport): void {
  const path = at.child("dnsConfig");
  if (dnsPolicy === "None") {
    if (dnsConfig === undefined) {
      path.required("must provide `dnsConfig` when `dnsPolicy` is None");
      return;
    }
    const says = "must provide at least one DNS nameserver when `dnsPolicy` is None";
    if (!path.require("nameservers", dnsConfig.nameservers ?? [], says)) return;
  }
  if (dnsConfig === undefined) return;
  const { nameservers = [], searches = [], options = [] } = dnsConfig;
  if (nameservers.length > MAX_NAMESERVERS)
    path.child("nameservers").invalid(nameservers, `must not have more than ${MAX_NAMESERVERS} nameservers`);
  checkEach(path.child("nameservers"), nameservers, (text) => legacyIpProblems(text, path));
  checkSearches(searches, path.child("searches"));
  options.forEach(({ name = "" }, i) => {
    if (name === "") path.child("options").index(i).required("must not be empty");
  });
}

function checkSearches(searches: readonly string[], at: FieldReport): void {
  if (searches.length > MAX_SEARCHES)
    at.invalid(searches, `must not have more than ${MAX_SEARCHES} search paths`);
  if (byteLength(searches.join(" ")) > MAX_SEARCH_CHARACTERS) {
    const says = `must not have more than ${MAX_SEARCH_CHARACTERS} characters (including spaces) in the search list`;
    at.invalid(searches, says);
  }
  at.each(searches, (search, here) => {
    if (search === ".") return;
    const name = search.endsWith(".") ? search.slice(0, -1) : search;
    here.problems(name, dns1123SubdomainWithUnderscoreProblems(name));
  });
}

function checkEach(
  at: FieldReport,
  values: readonly string[],
  rule: (text: string) => readonly string[],
): void {
  values.forEach((value, i) => {
    const problems = rule(value);
    if (problems.length > 0) at.index(i).problems(value, problems);
  });
}

/** Checks spec.hostAliases; `at` is the path of the list. */
export function checkHostAliases(aliases: readonly HostAlias[], at: FieldReport): void {
  at.each(aliases, ({ ip, hostnames = [] }, path) => {
    path.check("ip", ip, (text) => legacyIpProblems(text, path));
    checkEach(path.child("hostnames"), hostnames, dns1123SubdomainProblems);
  });
}

/** Checks that host port and container port are equal on the host network. `at` is the path of the spec. */
export function checkHostNetworkPorts(spec: PodSpec, isPod: boolean, at: FieldReport): void {
  if (spec.hostNetwork !== true) return;
  at.eachOf("containers", spec.containers, ({ ports }, item) =>
    item.eachOf("ports", ports, ({ hostPort = 0, containerPort = 0 }, here) => {
      if ((!isPod && hostPort === 0) || hostPort === containerPort) return;
      const path = here.child("hostPort");
      path.invalid(hostPort, "must match `containerPort` when `hostNetwork` is true");
    }),
  );
}

/**
 * Checks that a pod with its own user namespace does not use features that exclude it. `at` is the path of
 * the spec.
 */
export function checkUserNamespace(
  spec: PodSpec,
  allow: { hostNetwork: boolean; devices: boolean },
  at: FieldReport,
): void {
  if (spec.hostUsers !== false) return;
  const says = "when `hostUsers` is false";
  if (spec.hostNetwork === true && !allow.hostNetwork) at.child("hostNetwork").forbidden(says);
  if (spec.hostPID === true) at.child("HostPID").forbidden(says);
  if (spec.hostIPC === true) at.child("HostIPC").forbidden(says);
  if (allow.devices) return;
  visitContainers(
    spec,
    at,
    (container) => (container.volumeDevices ?? []).length > 0,
    (_container, path) => path.child("volumeDevices").forbidden(says),
  );
}

const MAX_HOSTNAME_OVERRIDE = 64;

/** Checks spec.hostnameOverride; `at` is the path of the spec. */
export function checkHostnameOverride(spec: PodSpec, at: FieldReport): void {
  const { hostnameOverride: name } = spec;
  if (name === undefined) return;
  const path = at.child("hostnameOverride");
  if (spec.setHostnameAsFQDN === true) path.forbidden("may not be specified when setHostnameAsFQDN is true");
  if (spec.hostNetwork === true) path.forbidden("may not be specified when hostNetwork is true");
  if (byteLength(name) > MAX_HOSTNAME_OVERRIDE) path.tooLong(MAX_HOSTNAME_OVERRIDE);
  path.problems(name, dns1123SubdomainProblems(name));
}
