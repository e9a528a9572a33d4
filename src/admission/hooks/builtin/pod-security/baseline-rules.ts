import { containersOf } from "../../../../api/pods/pod-containers.ts";
import { goTexts, type JsonObject, record, records, text } from "../../../../json/value.ts";
import {
  containersText,
  containersWhere,
  except,
  hasOwnUsers,
  nameOf,
  type PodCheck,
  plural,
  quoted,
  type Rule,
  secured,
  settersText,
  sorted,
} from "./pod-check.ts";
import { appArmorProfile, seccompAnnotations, seccompField } from "./profiles.ts";
import { seLinuxOptions } from "./se-linux-options.ts";

const DEFAULT_CAPABILITIES: ReadonlySet<string> = new Set(
  "AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT".split(
    " ",
  ),
);

const capabilities: PodCheck = (pod) => {
  const forbidden = (container: JsonObject) =>
    goTexts(record(secured(container, "capabilities")).add).filter((name) => !DEFAULT_CAPABILITIES.has(name));
  const bad = containersWhere(pod, (container) => forbidden(container).length > 0);
  if (bad.length === 0) return undefined;
  const names = quoted(sorted(containersOf(pod.spec).flatMap(forbidden)));
  const detail = `${containersText(bad)} must not include ${names} in securityContext.capabilities.add`;
  return { reason: "non-default capabilities", detail };
};

const hostNamespaces: PodCheck = ({ spec }) => {
  const used = ["hostNetwork", "hostPID", "hostIPC"].filter((field) => spec[field] === true);
  if (used.length === 0) return undefined;
  return { reason: "host namespaces", detail: used.map((field) => `${field}=true`).join(", ") };
};

const hostPathVolumes: PodCheck = ({ spec }) => {
  const bad = records(spec.volumes)
    .filter(({ hostPath }) => hostPath !== undefined && hostPath !== null)
    .map(nameOf);
  if (bad.length === 0) return undefined;
  return { reason: "hostPath volumes", detail: `${plural("volume", "volumes", bad)} ${quoted(bad)}` };
};

const hostPorts: PodCheck = (pod) => {
  const portsOf = (container: JsonObject) =>
    records(container.ports).flatMap(({ hostPort }) => (hostPort ? [String(hostPort)] : []));
  const bad = containersWhere(pod, (container) => portsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const ports = sorted(containersOf(pod.spec).flatMap(portsOf));
  const list = `${plural("hostPort", "hostPorts", ports)} ${ports.join(", ")}`;
  return { reason: "hostPort", detail: `${containersText(bad)} ${plural("uses", "use", bad)} ${list}` };
};

const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"];
const HANDLERS = ["postStart", "preStop"];

function hostsOf(container: JsonObject): string[] {
  const lifecycle = record(container.lifecycle);
  const actions = [...PROBES.map((name) => container[name]), ...HANDLERS.map((name) => lifecycle[name])];
  return actions
    .flatMap((action) => [record(action).httpGet, record(action).tcpSocket])
    .map((target) => text(record(target).host))
    .filter((host) => host !== "");
}

const probeHosts: PodCheck = (pod) => {
  const bad = sorted(containersWhere(pod, (container) => hostsOf(container).length > 0));
  if (bad.length === 0) return undefined;
  const hosts = sorted(containersOf(pod.spec).flatMap(hostsOf));
  const reason = "probe or lifecycle host";
  const list = `${plural(reason, `${reason}s`, hosts)} ${quoted(hosts)}`;
  return { reason, detail: `${containersText(bad)} ${plural("uses", "use", bad)} ${list}` };
};

const privileged: PodCheck = (pod) => {
  const bad = containersWhere(pod, (container) => secured(container, "privileged") === true);
  if (bad.length === 0) return undefined;
  return {
    reason: "privileged",
    detail: `${containersText(bad)} must not set securityContext.privileged=true`,
  };
};

/** Baseline: `procMount` must be absent or `Default` (pod-security-admission, policy/check_procMount.go). */
export const procMount: PodCheck = (pod) => {
  const mountOf = (container: JsonObject) => text(secured(container, "procMount"));
  const isBad = (container: JsonObject) => !["", "Default"].includes(mountOf(container));
  const bad = containersWhere(pod, isBad);
  if (bad.length === 0) return undefined;
  const mounts = quoted(sorted(containersOf(pod.spec).filter(isBad).map(mountOf)));
  return {
    reason: "procMount",
    detail: `${containersText(bad)} must not set securityContext.procMount to ${mounts}`,
  };
};

const SYSCTLS: readonly (readonly [since: number, names: readonly string[]])[] = [
  [
    0,
    [
      "kernel.shm_rmid_forced",
      "net.ipv4.ip_local_port_range",
      "net.ipv4.tcp_syncookies",
      "net.ipv4.ping_group_range",
      "net.ipv4.ip_unprivileged_port_start",
    ],
  ],
  [27, ["net.ipv4.ip_local_reserved_ports"]],
  [
    29,
    ["keepalive_time", "fin_timeout", "keepalive_intvl", "keepalive_probes"].map((n) => `net.ipv4.tcp_${n}`),
  ],
  [32, ["net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"]],
];

const sysctls =
  (allowed: ReadonlySet<string>): PodCheck =>
  ({ spec }) => {
    const bad = records(secured(spec, "sysctls"))
      .map(nameOf)
      .filter((name) => !allowed.has(name));
    return bad.length === 0 ? undefined : { reason: "forbidden sysctls", detail: bad.join(", ") };
  };

const sysctlVersions = SYSCTLS.map(([since]) => {
  const allowed = new Set(SYSCTLS.filter(([from]) => from <= since).flatMap(([, names]) => names));
  return { since, check: sysctls(allowed) };
});

const windowsHostProcess: PodCheck = (pod) => {
  const isHost = (holder: JsonObject) => record(secured(holder, "windowsOptions")).hostProcess === true;
  const setters = settersText(isHost(pod.spec), containersWhere(pod, isHost));
  if (setters === "") return undefined;
  return {
    reason: "hostProcess",
    detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true`,
  };
};

/** Rules of the level `baseline`, by name. */
export const BASELINE_RULES: readonly Rule[] = [
  { name: "appArmorProfile", versions: [{ since: 0, check: appArmorProfile }] },
  { name: "capabilities_baseline", versions: [{ since: 0, check: capabilities }] },
  { name: "hostNamespaces", versions: [{ since: 0, check: hostNamespaces }] },
  { name: "hostPathVolumes", versions: [{ since: 0, check: hostPathVolumes }] },
  { name: "hostPorts", versions: [{ since: 0, check: hostPorts }] },
  { name: "hostProbesAndHostLifecycle", versions: [{ since: 34, check: probeHosts }] },
  { name: "privileged", versions: [{ since: 0, check: privileged }] },
  {
    name: "procMount",
    versions: [
      { since: 0, check: procMount },
      { since: 35, check: except(hasOwnUsers, procMount) },
    ],
  },
  {
    name: "seLinuxOptions",
    versions: [
      { since: 0, check: seLinuxOptions([]) },
      { since: 31, check: seLinuxOptions(["container_engine_t"]) },
    ],
  },
  {
    name: "seccompProfile_baseline",
    versions: [
      { since: 0, check: seccompAnnotations },
      { since: 19, check: seccompField },
    ],
  },
  { name: "sysctls", versions: sysctlVersions },
  { name: "windowsHostProcess", versions: [{ since: 0, check: windowsHostProcess }] },
];
