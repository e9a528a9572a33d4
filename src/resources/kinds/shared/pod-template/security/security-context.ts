import { NamedText } from "../../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import { byteLength, idProblems } from "../../../../../api/validation/name-format.ts";
import { trimSpace } from "../../../../../go/space.ts";
import type {
  PodSpec,
  AppArmorProfile as Profile,
  SecurityContext,
} from "../../../../../types/tables/core/v1-types.ts";
import { isGateOff } from "../../../../features/changed-gates.ts";
import { checkLocalDescendingPath } from "../../volume-sources/file-paths.ts";
import { goSecurityContext } from "../go-values.ts";
import type { PodRules } from "../rules.ts";
import { checkSysctls } from "./sysctls.ts";
import { checkWindowsOptions } from "./windows.ts";

/** Checks spec.securityContext; `at` is its path. Some of its rules depend on the rest of the spec. */
export function checkPodSecurityContext(spec: PodSpec, rules: PodRules, at: FieldReport): void {
  const context = spec.securityContext;
  if (context === undefined) return;
  checkId(at, "fsGroup", context.fsGroup);
  checkId(at, "runAsUser", context.runAsUser);
  checkId(at, "runAsGroup", context.runAsGroup);
  context.supplementalGroups?.forEach((gid, i) => {
    const problems = idProblems(gid);
    if (problems.length > 0) at.child("supplementalGroups").index(i).problems(gid, problems);
  });
  if (context.sysctls !== undefined) checkSysctls(spec, at.child("sysctls"), rules.hostSysctls);
  at.supports("fsGroupChangePolicy", context.fsGroupChangePolicy, ["Always", "OnRootMismatch"]);
  checkSeccompProfile(context.seccompProfile, at);
  checkWindowsOptions(context.windowsOptions, at);
  checkAppArmorProfile(context.appArmorProfile, at);
  at.supports("supplementalGroupsPolicy", context.supplementalGroupsPolicy, ["Merge", "Strict"]);
  at.supports(
    "seLinuxChangePolicy",
    context.seLinuxChangePolicy,
    rules.anySELinuxChangePolicy || !isGateOff("SELinuxMount", at)
      ? ["MountOption", "Recursive"]
      : ["Recursive"],
  );
}

/** Checks that a pod shares processes with the host or between its containers, not both. `at`: path of the spec. */
export function checkSharedProcesses({ shareProcessNamespace, hostPID }: PodSpec, at: FieldReport): void {
  if (shareProcessNamespace === true && hostPID === true) {
    at.child("shareProcessNamespace").invalid(
      true,
      "ShareProcessNamespace and HostPID cannot both be enabled",
    );
  }
}

function checkId(at: FieldReport, name: string, id: number | undefined): void {
  if (id === undefined) return;
  const problems = idProblems(id);
  if (problems.length > 0) at.child(name).problems(id, problems);
}

/**
 * Checks securityContext of a container; `at` is its path. `hostUsers`: true if the pod uses the user
 * namespace of the node.
 */
export function checkSecurityContext(
  context: SecurityContext,
  hostUsers: boolean,
  rules: Pick<PodRules, "unprivilegedAdmins">,
  at: FieldReport,
): void {
  const { procMount, allowPrivilegeEscalation, privileged, capabilities } = context;
  if (privileged === true && isGateOff("AllowPrivileged", at))
    at.child("privileged").forbidden("disallowed by cluster policy");
  checkId(at, "runAsUser", context.runAsUser);
  checkId(at, "runAsGroup", context.runAsGroup);
  at.supports("procMount", procMount, ["Default", "Unmasked"]);
  if (hostUsers && procMount === "Unmasked")
    at.child("procMount").invalid(procMount, "`hostUsers` must be false to use `Unmasked`");
  checkSeccompProfile(context.seccompProfile, at);
  if (allowPrivilegeEscalation === false) {
    const says = "cannot set `allowPrivilegeEscalation` to false and";
    if (privileged === true) at.invalid(goSecurityContext(context), `${says} \`privileged\` to true`);
    for (const capability of capabilities?.add ?? []) {
      if (capability !== "CAP_SYS_ADMIN" || rules.unprivilegedAdmins) continue;
      at.invalid(goSecurityContext(context), `${says} \`capabilities.Add\` CAP_SYS_ADMIN`);
    }
  }
  checkWindowsOptions(context.windowsOptions, at);
  checkAppArmorProfile(context.appArmorProfile, at);
}

const PROFILE_TYPES = ["Localhost", "RuntimeDefault", "Unconfined"];

function checkSeccompProfile(profile: Profile | undefined, parent: FieldReport): void {
  if (profile === undefined) return;
  const { type = "", localhostProfile: local } = profile;
  const at = parent.child("seccompProfile");
  if (at.require("type", type, "type is required when seccompProfile is set"))
    at.supports("type", type, PROFILE_TYPES);
  if (type !== "Localhost") {
    if (local !== undefined) {
      const value = { Type: type, LocalhostProfile: local };
      at.child("localhostProfile").invalid(value, "can only be set when seccomp type is Localhost");
    }
  } else if (local === undefined)
    at.child("localhostProfile").required("must be set when seccomp type is Localhost");
  else checkLocalDescendingPath(local, at.child("localhostProfile"));
}

const MAX_PROFILE_BYTES = 4095;
const LOCAL_REQUIRED = "must be set when AppArmor type is Localhost";

/** Checks appArmorProfile; `parent` is the path of the security context. */
export function checkAppArmorProfile(profile: Profile | undefined, parent: FieldReport): void {
  if (profile === undefined) return;
  const { type = "", localhostProfile: local } = profile;
  const at = parent.child("appArmorProfile");
  if (!at.require("type", type, "type is required when appArmorProfile is set")) return;
  at.supports("type", type, PROFILE_TYPES);
  if (!PROFILE_TYPES.includes(type)) return;
  const path = at.child("localhostProfile");
  if (type !== "Localhost") {
    if (local !== undefined)
      path.invalid(new NamedText(local), "can only be set when AppArmor type is Localhost");
    return;
  }
  if (local === undefined) {
    path.required(LOCAL_REQUIRED);
    return;
  }
  if (trimSpace(local) !== local) path.invalid(local, "must not be padded with whitespace");
  else if (local === "") path.required(LOCAL_REQUIRED);
  if (byteLength(local) > MAX_PROFILE_BYTES) path.tooLong(MAX_PROFILE_BYTES);
}
