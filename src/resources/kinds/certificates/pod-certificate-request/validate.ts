import type { FieldReport } from "../../../../api/validation/field-path.ts";
import {
  byteLength,
  dns1123SubdomainProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  PodCertificateRequest as PodRequest,
  PodCertificateRequestSpec as Spec,
} from "../../../../types/tables/certificates/v1-types.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";
import { checkSignerName } from "../certificate-signing-request/signer-name.ts";
import { checkStub } from "./stub-request.ts";

const MAX_UID_BYTES = 128;
const MIN_SECONDS = 3600;
const MAX_ANNOTATION_BYTES = 256 * 1024;

/** Longest validity of certificates of other signers, and of those of Kubernetes. */
const MAX_SECONDS = 91 * 86_400;
const MAX_KUBERNETES_SECONDS = 86_400;

/** Checks a new request; its spec cannot change (ValidatePodCertificateRequestCreate, …Update). */
export function checkPodRequest(
  { spec = {} }: PodRequest,
  old: PodRequest | undefined,
  at: FieldReport,
): void {
  const path = at.child("spec");
  if (old === undefined) checkSpec(spec, path);
  else
    checkImmutable(
      spec,
      old.spec ?? {},
      path,
      internalForm("certificates/v1.PodCertificateRequestSpec", spec),
      "certificates/v1.PodCertificateRequestSpec",
    );
}

function checkSpec(spec: Spec, at: FieldReport): void {
  const { signerName = "", unverifiedUserAnnotations } = spec;
  checkSignerName(signerName, at.child("signerName"));
  if (unverifiedUserAnnotations !== undefined)
    checkUserAnnotations(unverifiedUserAnnotations, at.child("unverifiedUserAnnotations"));
  at.check("podName", spec.podName, dns1123SubdomainProblems);
  checkUid("podUID", spec.podUID, at);
  at.check("serviceAccountName", spec.serviceAccountName, dns1123SubdomainProblems);
  checkUid("serviceAccountUID", spec.serviceAccountUID, at);
  at.check("nodeName", spec.nodeName, dns1123SubdomainProblems);
  checkUid("nodeUID", spec.nodeUID, at);
  const { maxExpirationSeconds: seconds = 0, stubPKCS10Request: stub } = spec;
  const most = longestOf(signerName);
  if (seconds < MIN_SECONDS || seconds > most)
    at.child("maxExpirationSeconds").invalid(seconds, `must be in the range [${MIN_SECONDS}, ${most}]`);
  checkStub(stub ?? "", at);
}

/** Longest validity of the certificates of a signer, in seconds. */
function longestOf(signer: string): number {
  const [host = ""] = signer.split("/");
  return host === "kubernetes.io" || host.endsWith(".kubernetes.io") ? MAX_KUBERNETES_SECONDS : MAX_SECONDS;
}

function checkUid(name: string, uid = "", at: FieldReport): void {
  const path = at.child(name);
  if (uid === "") path.invalid(uid, "must not be empty");
  if (byteLength(uid) > MAX_UID_BYTES) path.tooLong(MAX_UID_BYTES);
}

/** Checks annotations for a signer: keys with a domain, and their size (ValidateUserAnnotations). */
function checkUserAnnotations(annotations: Readonly<Record<string, string>>, at: FieldReport): void {
  for (const key of Object.keys(annotations)) checkKey(key.toLowerCase(), at);
  const size = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + byteLength(key) + byteLength(value),
    0,
  );
  if (size > MAX_ANNOTATION_BYTES) at.tooLong(MAX_ANNOTATION_BYTES);
}

function checkKey(key: string, at: FieldReport): void {
  const problems = qualifiedNameProblems(key);
  if (key === "") at.required();
  else if (problems.length > 0) at.problems(key, problems);
  else if (!key.includes("/")) at.invalid(key, 'must be a domain-prefixed key (such as "acme.io/foo")');
}
