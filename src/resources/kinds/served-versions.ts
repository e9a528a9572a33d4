import { parseRuntimeConfig } from "../features/runtime-config.ts";
import type { Serves } from "../features/served-versions.ts";
import { knowsGroup, knowsVersion } from "../scheme/known-types.ts";

/**
 * Versions that kube-apiserver can serve and this server cannot (kubernetes/pkg/controlplane/instance.go,
 * DefaultAPIResourceConfigSource). Its other versions have no resources in 1.36.
 */
const MISSING: readonly string[] = [
  "coordination.k8s.io/v1alpha2",
  "coordination.k8s.io/v1beta1",
  "internal.apiserver.k8s.io/v1alpha1",
  "resource.k8s.io/v1alpha3",
];

/**
 * Returns the versions that `--runtime-config` enables and disables. Throws an Error with the text of the
 * reference for values that the reference refuses, and an Error of its own for a version that this server
 * does not have.
 */
export function servedVersions(settings: readonly string[]): Serves {
  const serves = parseRuntimeConfig(settings, {
    hasGroup: knowsGroup,
    hasVersion: (group, version) => knowsVersion(group, group, version),
  });
  const missing = settings
    .flatMap((text) => text.split(","))
    .find((setting) => {
      const [group = "", version = "", resource = ""] = (setting.split("=")[0] ?? "").trim().split("/");
      return MISSING.includes(`${group}/${version}`) && serves({ group, version, plural: resource });
    });
  if (missing !== undefined) throw new Error(`--runtime-config: this server cannot set ${missing}`);
  return serves;
}
