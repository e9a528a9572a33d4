import { namedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  byteLength,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  idProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { isIPv4, parseIp } from "../../../../go/ip-address.ts";
import type {
  ResourceStatus as AllocatedStatus,
  Container,
  ContainerStatus,
  PodExtendedResourceClaimStatus as ExtendedClaimStatus,
  PodSpec,
  PodStatus,
} from "../../../../types/tables/core/v1-types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import { coreForm } from "../../shared/go-form/core-forms.ts";
import { legacyIpProblems } from "../../shared/values/legacy-address.ts";
import type { Pod } from "./pod-types.ts";

const SYSTEM_CONDITIONS = ["PodScheduled", "Ready", "Initialized"];

const CONTAINER_LISTS = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"] as const;

/** Checks a status that a kubelet reports. `at` is the path of the status. */
export function checkPodStatusUpdate(pod: Pod, old: Pod, at: FieldReport): void {
  const status = pod.status ?? {};
  const before = old.status ?? {};
  checkConditions(status, at);
  checkNominatedNode(status, before, old.spec, at);
  if ((status.observedGeneration ?? 0) < 0)
    at.child("observedGeneration").invalid(status.observedGeneration, "must be a non-negative integer");
  if ((status.qosClass ?? "") !== (before.qosClass ?? ""))
    at.child("qosClass").invalid(namedText(status.qosClass ?? ""), "field is immutable");
  for (const list of CONTAINER_LISTS) checkTransitions(list, status, before, old.spec, at);
  checkClaimStatuses(status, pod.spec, at);
  if (status.extendedResourceClaimStatus !== undefined) {
    checkExtendedClaims(
      status.extendedResourceClaimStatus,
      pod.spec,
      at.child("extendedResourceClaimStatus"),
    );
  }
  checkIps("podIPs", "PodIP", status, before, at);
  checkBothAddresses(status, at.child("podIPs"));
  checkHostIps(status, before, at);
  for (const list of CONTAINER_LISTS) checkUsers(status[list], pod.spec, at.child(list));
  checkAllocated(status.containerStatuses, pod.spec.containers, at.child("containerStatuses"));
  checkAllocated(status.initContainerStatuses, pod.spec.initContainers, at.child("initContainerStatuses"));
  status.ephemeralContainerStatuses?.forEach(({ allocatedResourcesStatus = [] }, i) => {
    if (allocatedResourcesStatus.length === 0) return;
    const path = at.child("ephemeralContainerStatuses").index(i).child("allocatedResourcesStatus");
    path.forbidden("must not be specified in container status");
  });
}

function checkConditions({ conditions = [] }: PodStatus, at: FieldReport): void {
  conditions.forEach(({ type = "", observedGeneration = 0 }, i) => {
    const path = at.child("conditions").index(i);
    if (observedGeneration < 0)
      path.child("observedGeneration").invalid(observedGeneration, "must be a non-negative integer");
    if (!SYSTEM_CONDITIONS.includes(type)) path.check("Type", type, qualifiedNameProblems);
  });
}

function checkNominatedNode(status: PodStatus, old: PodStatus, spec: PodSpec, at: FieldReport): void {
  const name = status.nominatedNodeName ?? "";
  if (name === "" || name === old.nominatedNodeName) return;
  at.check("nominatedNodeName", name, dns1123SubdomainProblems);
  if ((spec.nodeName ?? "") === "" || isGateOff("ClearingNominatedNodeNameAfterBinding", at)) return;
  at.child("nominatedNodeName").forbidden("may not be set on pods that are already bound to a node");
}

/** A container that has ended cannot run again, unless its restart policy allows it. */
function checkTransitions(
  list: (typeof CONTAINER_LISTS)[number],
  status: PodStatus,
  old: PodStatus,
  spec: PodSpec,
  at: FieldReport,
): void {
  const isEphemeral = list === "ephemeralContainerStatuses";
  if (!isEphemeral && restartsAll(spec)) return;
  const containers = list === "containerStatuses" ? spec.containers : isEphemeral ? [] : spec.initContainers;
  const byName = firstByName(containers);
  const alive = new Set(
    status[list]?.filter((now) => now.state?.terminated === undefined).map(({ name }) => name),
  );
  old[list]?.forEach((before, i) => {
    const ended = before.state?.terminated;
    if (ended === undefined || !alive.has(before.name)) return;
    const container = byName.get(before.name);
    if (container !== undefined && restarts(container, spec, ended.exitCode ?? 0)) return;
    at.child(list).index(i).child("state").forbidden("may not be transitioned to non-terminated state");
  });
}

/** Containers by name; if several have the same name, the first counts. */
function firstByName(
  containers: readonly Container[] | null | undefined,
): ReadonlyMap<string | undefined, Container> {
  const byName = new Map<string | undefined, Container>();
  for (const container of containers ?? []) {
    if (!byName.has(container.name)) byName.set(container.name, container);
  }
  return byName;
}

const restartsAll = (spec: PodSpec): boolean =>
  [...(spec.containers ?? []), ...(spec.initContainers ?? [])].some((c) =>
    (c.restartPolicyRules ?? []).some((rule) => rule.action === "RestartAllContainers"),
  );

function restarts(container: Container, spec: PodSpec, exitCode: number): boolean {
  if (container.restartPolicy !== undefined && matchesRule(container, exitCode)) return true;
  const policy = container.restartPolicy ?? spec.restartPolicy;
  return policy === "OnFailure" ? exitCode !== 0 : policy !== "Never";
}

const matchesRule = (container: Container, exitCode: number): boolean =>
  (container.restartPolicyRules ?? []).some(({ exitCodes }) => {
    const listed = exitCodes?.values?.includes(exitCode) ?? false;
    return exitCodes?.operator === "In" ? listed : exitCodes?.operator === "NotIn" && !listed;
  });

function checkClaimStatuses({ resourceClaimStatuses = [] }: PodStatus, spec: PodSpec, at: FieldReport): void {
  const seen = new Set<string>();
  const known = new Set(spec.resourceClaims?.map((c) => c.name ?? ""));
  resourceClaimStatuses.forEach(({ name = "", resourceClaimName: claim }, i) => {
    const path = at.child("resourceClaimStatuses").index(i);
    if (!known.has(name))
      path.child("name").invalid(name, "must match the name of an entry in `spec.resourceClaims`");
    path.child("name").distinct(name, seen);
    if (claim !== undefined) path.check("resourceClaimName", claim, dns1123SubdomainProblems);
  });
}

function checkExtendedClaims(status: ExtendedClaimStatus, spec: PodSpec, at: FieldReport): void {
  const mappings = status.requestMappings ?? [];
  const containers = new Map(
    [...(spec.initContainers ?? []), ...(spec.containers ?? [])].map((c) => [c.name ?? "", c]),
  );
  at.require("requestMappings", mappings, "at least one request mapping is required");
  const seen = new Set<string>();
  mappings.forEach(({ containerName = "", resourceName = "", requestName = "" }, i) => {
    const path = at.child("requestMappings").index(i);
    const container = containers.get(containerName);
    if (container === undefined) {
      path
        .child("containerName")
        .invalid(
          containerName,
          "must match the name of an entry in spec.initContainers.name or spec.containers.name",
        );
    } else if (!Object.hasOwn(container.resources?.requests ?? {}, resourceName)) {
      const says =
        "must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests";
      path.child("resourceName").invalid(resourceName, says);
    }
    at.check("requestName", requestName, dns1123LabelProblems);
    const key = JSON.stringify([containerName, resourceName, requestName]);
    if (seen.has(key)) {
      path.child("containerName").duplicate(containerName);
      path.child("resourceName").duplicate(resourceName);
      path.child("requestName").duplicate(requestName);
    }
    seen.add(key);
  });
  at.requireFormat("resourceClaimName", status.resourceClaimName, dns1123SubdomainProblems);
}

/** The address and the list are both there, or none of them: defaults fill in the other one, unless it would be empty. */
function checkBothAddresses({ podIP = "", podIPs = [] }: PodStatus, at: FieldReport): void {
  if ((podIP !== "") === podIPs.length > 0) return;
  const printed = podIPs.map((entry) => coreForm("PodIP", entry));
  at.invalid(printed, "podIP and podIPs must either both be set or both be unset");
}

/** Checks the addresses: at most one for each family. */
function checkIps(
  list: "hostIPs" | "podIPs",
  type: "HostIP" | "PodIP",
  status: PodStatus,
  old: PodStatus,
  at: FieldReport,
): void {
  const ips = (status[list] ?? []).map(({ ip = "" }) => ip);
  const known = new Set((old[list] ?? []).map(({ ip = "" }) => ip));
  const path = at.child(list);
  ips.forEach((ip, i) => {
    if (!known.has(ip)) path.index(i).problems(ip, legacyIpProblems(ip, path));
  });
  if (ips.length < 2) return;
  const parsed = ips.map((ip) => parseIp(ip));
  const bad = ips.find((_ip, i) => parsed[i] === undefined);
  if (bad !== undefined)
    path.internal(`failed to check for dual stack with error:invalid IP[${ips.indexOf(bad)}]: ${bad}`);
  const families = new Set(parsed.map((ip) => ip !== undefined && isIPv4(ip)));
  if (bad === undefined && families.size === 2 && ips.length === 2) return;
  const printed = (status[list] ?? []).map((entry) => coreForm(type, entry));
  path.invalid(printed, "may specify no more than one IP for each IP family");
}

function checkHostIps(status: PodStatus, old: PodStatus, at: FieldReport): void {
  const first = status.hostIPs?.[0];
  if (first === undefined) return;
  if ((status.hostIP ?? "") !== (first.ip ?? "")) {
    at.child("hostIPs")
      .index(0)
      .child("ip")
      .invalid(first.ip ?? "", "must be equal to `hostIP`");
  }
  checkIps("hostIPs", "HostIP", status, old, at);
}

/** Greatest user of Linux, which the runtime may report. */
const MAX_UID = 2 ** 32 - 1;

function checkUsers(statuses: readonly ContainerStatus[] | undefined, spec: PodSpec, at: FieldReport): void {
  statuses?.forEach(({ user }, i) => {
    const linux = user?.linux;
    if (linux === undefined) return;
    const path = at.index(i).child("user.linux");
    if (spec.os?.name === "windows") path.forbidden("cannot be set for a windows pod");
    else {
      const { uid = 0, gid = 0 } = linux;
      if (uid < 0 || uid > MAX_UID)
        path.child("uid").invalid(uid, `must be between 0 and ${MAX_UID}, inclusive`);
      path.child("gid").problems(gid, idProblems(gid));
      linux.supplementalGroups?.forEach((gid, j) => {
        path.child("supplementalGroups").index(j).problems(gid, idProblems(gid));
      });
    }
  });
}

function checkAllocated(
  statuses: readonly ContainerStatus[] | undefined,
  containers: readonly Container[] | null | undefined,
  at: FieldReport,
): void {
  const byName = firstByName(containers);
  statuses?.forEach(({ name, allocatedResourcesStatus = [] }, i) => {
    const container = byName.get(name);
    const claims = new Set(container?.resources?.claims?.map(claimName));
    allocatedResourcesStatus.forEach((allocated, j) => {
      const path = at.index(i).child("allocatedResourcesStatus").index(j);
      if (container !== undefined)
        checkAllocatedName(allocated.name ?? "", container, claims, path.child("name"));
      checkHealth(allocated, path.child("resources"));
    });
  });
}

const claimName = ({
  name,
  request,
}: {
  readonly name?: string | undefined;
  readonly request?: string | undefined;
}): string => `claim:${name}${request ? `/${request}` : ""}`;

function checkAllocatedName(
  name: string,
  { resources = {} }: Container,
  claims: ReadonlySet<string>,
  at: FieldReport,
): void {
  if (name.startsWith("claim:")) {
    const says =
      "must match one of the container's resource claims as 'claim:<claimName>/<requestName>' when container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty";
    if (!claims.has(name)) at.invalid(name, says);
  } else if (!Object.hasOwn(resources.requests ?? {}, name)) {
    at.invalid(name, "must match one of the container's resource requests");
  }
}

const MAX_HEALTH_MESSAGE = 1024;

function checkHealth({ resources = [] }: AllocatedStatus, at: FieldReport): void {
  const seen = new Set<string>();
  resources.forEach(({ health = "", message, resourceID = "" }, i) => {
    const path = at.index(i);
    path.supports("health", health, ["Healthy", "Unhealthy", "Unknown"]);
    if (message === "") path.child("message").required("must be non-empty if specified");
    else if (message !== undefined && byteLength(message) > MAX_HEALTH_MESSAGE) {
      path.child("message").tooLong(MAX_HEALTH_MESSAGE);
    }
    path.child("resourceID").distinctNamed(resourceID, seen);
  });
}
