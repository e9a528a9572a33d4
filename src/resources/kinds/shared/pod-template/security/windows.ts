import { NamedText } from "../../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import { byteLength, dns1123SubdomainProblems } from "../../../../../api/validation/name-format.ts";
import type {
  PodSpec,
  WindowsSecurityContextOptions as WindowsOptions,
} from "../../../../../types/tables/core/v1-types.ts";
import { isGateOff } from "../../../../features/changed-gates.ts";
import { visitContainers } from "../visit-containers.ts";

const MAX_SPEC_KIB = 64;
const MAX_DOMAIN = 256;
const MAX_USER = 104;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\x00-\x1f\x7f]/;
const NET_BIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
const isDnsDomain = (text: string): boolean => text.split(".").every((label) => DNS_LABEL.test(label));

/** Checks windowsOptions; `parent` is the path of the security context. */
export function checkWindowsOptions(options: WindowsOptions | undefined, parent: FieldReport): void {
  if (options === undefined) return;
  const at = parent.child("windowsOptions");
  const { gmsaCredentialSpecName, gmsaCredentialSpec: spec, runAsUserName } = options;
  if (gmsaCredentialSpecName !== undefined)
    checkPointer(gmsaCredentialSpecName, dns1123SubdomainProblems, at.child("gmsaCredentialSpecName"));
  if (spec === "")
    at.child("gmsaCredentialSpec").invalid(spec, "gmsaCredentialSpec cannot be an empty string");
  else if (spec !== undefined && byteLength(spec) > MAX_SPEC_KIB * 1024) {
    at.child("gmsaCredentialSpec").invalid(
      new NamedText(spec),
      `gmsaCredentialSpec size must be under ${MAX_SPEC_KIB} KiB`,
    );
  }
  if (runAsUserName !== undefined) checkPointer(runAsUserName, userNameProblems, at.child("runAsUserName"));
}

/** Checks a text whose pointer, not its value, is in Go's errors. */
const checkPointer = (text: string, rule: (text: string) => readonly string[], at: FieldReport): void =>
  at.problems(new NamedText(text), rule(text));

/** Checks a user name: `user` or `domain\user`. */
function userNameProblems(name: string): string[] {
  if (name === "") return ["runAsUserName cannot be an empty string"];
  if (CONTROL.test(name)) return ["runAsUserName cannot contain control characters"];
  const parts = name.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const domain = parts.length === 2 ? (parts[0] ?? "") : undefined;
  const user = parts.at(-1) ?? "";
  return [...domainProblems(domain), ...userProblems(user)];
}

function domainProblems(domain: string | undefined): string[] {
  if (domain === undefined) return [];
  const problems: string[] = [];
  if (byteLength(domain) >= MAX_DOMAIN)
    problems.push(`runAsUserName's Domain length must be under ${MAX_DOMAIN} characters`);
  if (!NET_BIOS.test(domain) && !isDnsDomain(domain))
    problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  return problems;
}

function userProblems(user: string): string[] {
  const problems: string[] = [];
  if (user === "") problems.push("runAsUserName's User cannot be empty");
  else if (byteLength(user) > MAX_USER) {
    problems.push(`runAsUserName's User length must not be longer than ${MAX_USER} characters`);
  }
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user))
    problems.push("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
  return problems;
}

/**
 * Checks host process containers: either all containers or none are, and the pod uses the host network. `at`
 * is the path of the spec.
 */
export function checkHostProcess(spec: PodSpec, at: FieldReport): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  let count = 0;
  let hostProcesses = 0;
  visitContainers(
    spec,
    at,
    (container) => {
      const own = container.securityContext?.windowsOptions?.hostProcess;
      count++;
      if (own ?? ofPod ?? false) hostProcesses++;
      return ofPod !== undefined && own !== undefined && own !== ofPod;
    },
    (container, path) => {
      path
        .child("securityContext.windowsOptions.hostProcess")
        .invalid(
          container.securityContext?.windowsOptions?.hostProcess,
          `pod hostProcess value must be identical if both are specified, was ${ofPod}`,
        );
    },
  );
  if (hostProcesses === 0) return;
  if (hostProcesses !== count) {
    at.invalid(
      "",
      "If pod contains any hostProcess containers then all containers must be HostProcess containers",
    );
  }
  if (spec.hostNetwork !== true) {
    at.child("hostNetwork").invalid(
      false,
      "hostNetwork must be true if pod contains any hostProcess containers",
    );
  }
  if (isGateOff("AllowPrivileged", at))
    at.forbidden("hostProcess containers are disallowed by cluster policy");
}

/**
 * Fields that have no meaning on Windows, in the order of the reference; the first part of each is the object
 * with the field: the spec itself, or its security context.
 */
const POD_FIELDS: readonly (readonly [holder: "context" | "spec", field: string])[] = [
  ["context", "appArmorProfile"],
  ["context", "seLinuxOptions"],
  ["context", "seccompProfile"],
  ["context", "fsGroup"],
  ["context", "fsGroupChangePolicy"],
  ["context", "sysctls"],
  ["context", "runAsUser"],
  ["context", "runAsGroup"],
  ["context", "supplementalGroups"],
  ["context", "supplementalGroupsPolicy"],
  ["context", "seLinuxChangePolicy"],
  ["spec", "hostUsers"],
  ["spec", "hostPID"],
  ["spec", "hostIPC"],
  ["spec", "shareProcessNamespace"],
];
const CONTAINER_FIELDS = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
] as const;
const NOT_ON_WINDOWS = "cannot be set for a windows pod";
const NOT_ON_LINUX = "windows options cannot be set for a linux pod";

/**
 * Checks that a pod with the `os.name` windows or linux has no fields that only the other system supports.
 * `at` is the path of the spec.
 */
export function checkOsFields(spec: PodSpec, at: FieldReport): void {
  if (spec.os?.name === "windows") checkNothingOfLinux(spec, at);
  else if (spec.os?.name === "linux") checkNothingOfWindows(spec, at);
}

function checkNothingOfLinux(spec: PodSpec, at: FieldReport): void {
  const holders: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    spec,
    context: spec.securityContext ?? {},
  };
  for (const [holder, field] of POD_FIELDS) {
    const value = holders[holder]?.[field];
    // hostPID and hostIPC are plain booleans in the reference, so false counts as absent. So does an empty
    // list of sysctls.
    const absent = value === undefined || (value === false && (field === "hostPID" || field === "hostIPC"));
    if (absent || (field === "sysctls" && Array.isArray(value) && value.length === 0)) continue;
    (holder === "spec" ? at : at.child("securityContext")).child(field).forbidden(NOT_ON_WINDOWS);
  }
  visitContainers(
    spec,
    at,
    ({ securityContext }) => securityContext !== undefined,
    ({ securityContext }, path) => {
      for (const field of CONTAINER_FIELDS) {
        if (securityContext?.[field] !== undefined)
          path.child("securityContext").child(field).forbidden(NOT_ON_WINDOWS);
      }
    },
  );
}

function checkNothingOfWindows(spec: PodSpec, at: FieldReport): void {
  if (spec.securityContext?.windowsOptions !== undefined)
    at.child("securityContext.windowsOptions").forbidden(NOT_ON_LINUX);
  visitContainers(
    spec,
    at,
    ({ securityContext }) => securityContext?.windowsOptions !== undefined,
    (_container, path) => path.child("securityContext.windowsOptions").forbidden(NOT_ON_LINUX),
  );
}
