import { NamedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  PodCertificateRequest as PodRequest,
  PodCertificateRequestSpec as Spec,
} from "../../../../types/tables/certificates/v1-types.ts";
import {
  checkUserAnnotations,
  longestValidity,
  MIN_VALID_SECONDS,
} from "../../shared/signers/pod-certificate.ts";
import { checkSignerName } from "../../shared/signers/signer-name.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";
import { checkStub } from "./stub-request.ts";

const MAX_UID_BYTES = 128;

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
  const { nodeName = "" } = spec;
  at.child("nodeName").problems(new NamedText(nodeName), dns1123SubdomainProblems(nodeName));
  checkUid("nodeUID", spec.nodeUID, at);
  const { maxExpirationSeconds: seconds = 0, stubPKCS10Request: stub } = spec;
  const most = longestValidity(signerName);
  if (seconds < MIN_VALID_SECONDS || seconds > most)
    at.child("maxExpirationSeconds").invalid(seconds, `must be in the range [${MIN_VALID_SECONDS}, ${most}]`);
  checkStub(stub ?? "", at);
}

function checkUid(name: string, uid = "", at: FieldReport): void {
  const path = at.child(name);
  if (uid === "") path.invalid(uid, "must not be empty");
  if (byteLength(uid) > MAX_UID_BYTES) path.tooLong(MAX_UID_BYTES);
}
