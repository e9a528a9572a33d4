import { containersOf } from "../../../../api/pods/pod-containers.ts";
import { quote } from "../../../../go/quote.ts";
import { type JsonObject, record, text } from "../../../../json/value.ts";
import {
  containersText,
  containersWhere,
  nameOf,
  type PodCheck,
  type PodToCheck,
  plural,
  quoted,
  secured,
  settersText,
  sorted,
} from "./pod-check.ts";

const APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
const SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
const SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
const ALLOWED: ReadonlySet<string> = new Set(["RuntimeDefault", "Localhost"]);

type ProfileField = "appArmorProfile" | "seccompProfile";

const isSet = (holder: JsonObject, field: ProfileField): boolean =>
  (secured(holder, field) ?? undefined) !== undefined;

const typeOf = (holder: JsonObject, field: ProfileField): string => text(record(secured(holder, field)).type);

const isBad = (holder: JsonObject, field: ProfileField): boolean =>
  isSet(holder, field) && !ALLOWED.has(typeOf(holder, field));

/** Returns a text about the pod and containers with a profile that is not allowed, and those profiles. */
function badProfiles(pod: PodToCheck, field: ProfileField) {
  const bad = (holder: JsonObject) => isBad(holder, field);
  return {
    setters: settersText(bad(pod.spec), containersWhere(pod, bad)),
    values: sorted([pod.spec, ...containersOf(pod.spec)].filter(bad).map((holder) => typeOf(holder, field))),
  };
}

/** Baseline: AppArmor may not be switched off, by fields or by annotations (policy/check_appArmorProfile.go). */
export const appArmorProfile: PodCheck = (pod) => {
  const { setters, values } = badProfiles(pod, "appArmorProfile");
  const annotations = Object.entries(pod.annotations)
    .filter(([key, value]) => key.startsWith(APP_ARMOR) && !isAllowedAppArmor(value))
    .map(([key, value]) => `${key}=${quote(value)}`)
    .sort();
  if (setters === "" && annotations.length === 0) return undefined;
  const all = [...values, ...annotations];
  const whose = [setters, annotations.length > 0 ? plural("annotation", "annotations", annotations) : ""];
  return {
    reason: plural("forbidden AppArmor profile", "forbidden AppArmor profiles", all),
    detail: `${whose.filter(Boolean).join(" and ")} must not set AppArmor profile type to ${quoted(all)}`,
  };
};

const isAllowedAppArmor = (value: string): boolean =>
  value === "" || value === "runtime/default" || value.startsWith("localhost/");

/** Checks annotations, in which profiles were set before 1.19. */
export const seccompAnnotations: PodCheck = (pod) => {
  const keys = [
    SECCOMP_POD,
    ...containersOf(pod.spec).map((container) => SECCOMP_CONTAINER + nameOf(container)),
  ];
  const forbidden = keys.flatMap((key) => {
    const value = pod.annotations[key];
    return value === undefined || isAllowedSeccomp(value) ? [] : [`${key}=${quote(value)}`];
  });
  if (forbidden.length === 0) return undefined;
  const list = sorted(forbidden);
  return {
    reason: "seccompProfile",
    detail: `forbidden ${plural("annotation", "annotations", list)} ${list.join(", ")}`,
  };
};

const isAllowedSeccomp = (value: string): boolean =>
  ["runtime/default", "docker/default"].includes(value) || value.startsWith("localhost/");

/** Baseline: seccomp may not be switched off by a field (policy/check_seccompProfile_baseline.go). */
export const seccompField: PodCheck = (pod) => {
  const { setters, values } = badProfiles(pod, "seccompProfile");
  if (setters === "") return undefined;
  const detail = `${setters} must not set securityContext.seccompProfile.type to ${quoted(values)}`;
  return { reason: "seccompProfile", detail };
};

/** Checks as `seccompField`, and requires that each container has a profile of its own or the pod's. */
export const seccompRequired: PodCheck = (pod) => {
  const problem = seccompField(pod);
  if (problem !== undefined || isSet(pod.spec, "seccompProfile")) return problem;
  const bad = containersWhere(pod, (container) => !isSet(container, "seccompProfile"));
  if (bad.length === 0) return undefined;
  const detail = `pod or ${containersText(bad)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return { reason: "seccompProfile", detail };
};
