import { nameIsDnsSubdomain } from "../../../../api/validation/name-format.ts";

/**
 * Returns the problems of the name of a bundle of a signer; "" for a bundle without a signer
 * (kubernetes/pkg/apis/core/validation/names.go, ValidateClusterTrustBundleName).
 */
export function trustBundleNameProblems(signer: string, name: string, isPrefix = false): readonly string[] {
  if (signer === "") {
    return name.includes(":")
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : nameIsDnsSubdomain(name, isPrefix);
  }
  const prefix = `${signer.replaceAll("/", ":")}:`;
  return name.startsWith(prefix)
    ? nameIsDnsSubdomain(name.slice(prefix.length), isPrefix)
    : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
}

/** Returns the signer that the name of a bundle says; "" without one. */
export function signerInBundleName(name: string): string {
  const end = name.lastIndexOf(":");
  return end < 0 ? "" : name.slice(0, end).replaceAll(":", "/");
}
