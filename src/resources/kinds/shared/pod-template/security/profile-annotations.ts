import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import type {
  Container,
  PodSpec,
  AppArmorProfile as Profile,
} from "../../../../../types/tables/core/v1-types.ts";
import { APP_ARMOR_PREFIX, SECCOMP_POD, SECCOMP_PREFIX } from "../pod-annotations.ts";
import type { StringMap } from "../pod-spec.ts";
import { visitContainers } from "../visit-containers.ts";

const LOCALHOST = "localhost/";

/**
 * Checks that a profile in the old annotation and a profile in the field are the same. `at` is the path of
 * the spec.
 */
export function checkProfileAnnotations(
  annotations: StringMap | undefined,
  spec: PodSpec,
  at: FieldReport,
): void {
  if (annotations === undefined) return;
  checkSeccomp(annotations, spec, at);
  if (spec.os?.name === "windows") return;
  const ofPod = spec.securityContext?.appArmorProfile;
  const profileOf = (c: Container): Profile | undefined => c.securityContext?.appArmorProfile ?? ofPod;
  const textOf = (c: Container): string | undefined =>
    annotation(annotations, `${APP_ARMOR_PREFIX}${c.name ?? ""}`);
  visitContainers(
    spec,
    at,
    (c) => profileOf(c) !== undefined && textOf(c) !== undefined,
    (c, path) => {
      const profile = path.child("securityContext.appArmorProfile");
      checkMatch(profileOf(c) ?? {}, textOf(c) ?? "", ["runtime/default"], "apparmor", profile);
    },
  );
}

const annotation = (annotations: StringMap, key: string): string | undefined =>
  Object.hasOwn(annotations, key) ? annotations[key] : undefined;

const SECCOMP_DEFAULTS = ["runtime/default", "docker/default"];

function checkSeccomp(annotations: StringMap, spec: PodSpec, at: FieldReport): void {
  const ofPod = spec.securityContext?.seccompProfile;
  const podText = annotation(annotations, SECCOMP_POD);
  if (ofPod !== undefined && podText !== undefined)
    checkMatch(ofPod, podText, SECCOMP_DEFAULTS, "seccomp", at.child("securityContext.seccompProfile"));
  const textOf = (c: Container): string | undefined =>
    annotation(annotations, `${SECCOMP_PREFIX}${c.name ?? ""}`);
  visitContainers(
    spec,
    at,
    (c) => c.securityContext?.seccompProfile !== undefined && textOf(c) !== undefined,
    (c, path) => {
      const profile = path.child("securityContext.seccompProfile");
      checkMatch(
        c.securityContext?.seccompProfile ?? {},
        textOf(c) ?? "",
        SECCOMP_DEFAULTS,
        "seccomp",
        profile,
      );
    },
  );
}

function checkMatch(
  { type, localhostProfile }: Profile,
  text: string,
  defaults: readonly string[],
  module: "apparmor" | "seccomp",
  at: FieldReport,
): void {
  const sameType =
    (type === "Unconfined" && text === "unconfined") ||
    (type === "RuntimeDefault" && defaults.includes(text)) ||
    (type === "Localhost" && text.startsWith(LOCALHOST)) ||
    !["Unconfined", "RuntimeDefault", "Localhost"].includes(type ?? "");
  if (!sameType) at.child("type").forbidden(`${module} type in annotation and field must match`);
  else if (type === "Localhost" && text.slice(LOCALHOST.length) !== localhostProfile) {
    at.child("localhostProfile").forbidden(`${module} profile in annotation and field must match`);
  }
}
