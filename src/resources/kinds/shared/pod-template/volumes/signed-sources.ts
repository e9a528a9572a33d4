import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import { checkLabelSelector } from "../../../../../api/validation/label-selector.ts";
import { internalForm } from "../../../../../types/go-form/internal-form.ts";
import type {
  ClusterTrustBundleProjection as BundleSource,
  PodCertificateProjection as CertificateSource,
} from "../../../../../types/tables/core/v1-types.ts";
import { checkUserAnnotations, longestValidity, MIN_VALID_SECONDS } from "../../signers/pod-certificate.ts";
import { checkSignerName } from "../../signers/signer-name.ts";
import { signerInBundleName, trustBundleNameProblems } from "../../signers/trust-bundle-name.ts";
import { checkLocalNonReservedPath } from "../../volume-sources/file-paths.ts";

/** Adds a path to those of the volume; reports one that is there already. */
type ClaimPath = (path: string) => void;

/** Checks a source with trust anchors (kubernetes/pkg/apis/core/validation, validateProjectionSources). */
export function checkTrustBundle(source: BundleSource, at: FieldReport, claim: ClaimPath): void {
  const { name, signerName, labelSelector, path = "" } = source;
  if (name !== undefined && signerName !== undefined)
    at.invalid(
      internalForm("core/v1.ClusterTrustBundleProjection", source),
      "only one of name and signerName may be used",
    );
  else if (name !== undefined) {
    checkBundleName(name, at.child("name"));
    if (labelSelector !== undefined)
      at.child("labelSelector").invalid(labelSelector, "labelSelector must be unset if name is specified");
  } else if (signerName !== undefined) {
    if (signerName === "") at.child("signerName").required("must be a valid signer name");
    checkSignerName(signerName, at.child("signerName"));
    checkLabelSelector(labelSelector, at.child("labelSelector"));
  } else at.required("either name or signerName must be specified");
  if (path === "") at.child("path").required();
  checkLocalNonReservedPath(path, at.child("path"));
  claim(path);
}

function checkBundleName(name: string, at: FieldReport): void {
  if (name === "") at.required("must be a valid object name");
  for (const problem of trustBundleNameProblems(signerInBundleName(name), name))
    at.invalid(name, `not a valid clustertrustbundlename: ${problem}`);
}

const KEY_TYPES = ["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"];

const CERTIFICATE_PATHS = ["credentialBundlePath", "keyPath", "certificateChainPath"] as const;

/** Checks a source with a key and a certificate for the pod. */
export function checkPodCertificate(source: CertificateSource, at: FieldReport, claim: ClaimPath): void {
  const { signerName = "", keyType = "", userAnnotations, maxExpirationSeconds: seconds } = source;
  checkSignerName(signerName, at.child("signerName"));
  if (userAnnotations !== undefined) checkUserAnnotations(userAnnotations, at.child("userAnnotations"));
  at.supports("keyType", keyType, KEY_TYPES);
  const most = longestValidity(signerName);
  const expiry = at.child("maxExpirationSeconds");
  if (seconds !== undefined && seconds < MIN_VALID_SECONDS)
    expiry.invalid(seconds, `if provided, maxExpirationSeconds must be >= ${MIN_VALID_SECONDS}`);
  if (seconds !== undefined && seconds > most)
    expiry.invalid(seconds, `if provided, maxExpirationSeconds must be <= ${most}`);
  const named = CERTIFICATE_PATHS.filter((field) => (source[field] ?? "") !== "");
  for (const field of named) {
    const path = source[field] ?? "";
    checkLocalNonReservedPath(path, at.child(field));
    claim(path);
  }
  if (named.length === 0)
    at.required("specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
}
