import type { KubeObject } from "../../../../api/meta.ts";
import { NamedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  PodCertificateRequest as PodRequest,
  PodCertificateRequestSpec as Spec,
} from "../../../../types/tables/certificates/v1-types.ts";
import { at, formatLabels, items, text } from "../../../define/cell.ts";
import { column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, unset, within } from "../../../define/fill.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { statusOnlyElsewhere, validatesObject } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import {
  checkUserAnnotations,
  longestValidity,
  MIN_VALID_SECONDS,
} from "../../shared/signers/pod-certificate.ts";
import { checkSignerName } from "../../shared/signers/signer-name.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";
import { checkStub } from "./stub-request.ts";
import { validateStatus } from "./validate-status.ts";

const MAX_UID_BYTES = 128;

/** Checks a new request; its spec cannot change (ValidatePodCertificateRequestCreate, …Update). */
function checkPodRequest({ spec = {} }: PodRequest, old: PodRequest | undefined, at: FieldReport): void {
  const path = at.child("spec");
  if (old === undefined) checkSpec(spec, path);
  else
    checkImmutable(
      spec,
      old.spec ?? {},
      path,
      () => internalForm("certificates/v1.PodCertificateRequestSpec", spec),
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

/** Default of the duration (SetDefaults_PodCertificateRequestSpec). */
const fillRequest: ApplyDefaults = (request) =>
  within(request, "spec", (spec) => unset(spec, "maxExpirationSeconds", 86_400));

/** PodCertificateRequest, stored in v1beta1. v1 is served since 1.37. */
export const podCertificateRequest = defineResource({
  group: "certificates.k8s.io",
  kind: "PodCertificateRequest",
  scope: "Namespaced",
  storedVersion: "v1beta1",
  versions: [{ version: "v1", defaults: fillRequest, since: 37 }],
  columns: [
    NAME,
    column`PodName: ${textAt("spec.podName")} podName is the name of the pod into which the certificate will be mounted.`,
    column`ServiceAccountName: ${textAt("spec.serviceAccountName")} serviceAccountName is the name of the service account the pod is running as.`,
    column`NodeName: ${textAt("spec.nodeName")} nodeName is the name of the node the pod is assigned to.`,
    column`SignerName: ${textAt("spec.signerName")} signerName indicates the requested signer.\n\nAll signer names beginning with \`kubernetes.io\` are reserved for use by the Kubernetes project.  There is currently one well-known signer documented by the Kubernetes project, \`kubernetes.io/kube-apiserver-client-pod\`, which will issue client certificates understood by kube-apiserver.  It is currently unimplemented.`,
    column`State: ${stateOf} Is the request Pending, Issued, Denied, or Failed?`,
    column`UnverifiedUserAnnotations: ${(object) => formatLabels(at(object, "spec.unverifiedUserAnnotations"))} unverifiedUserAnnotations allow pod authors to pass additional information to the signer implementation.  Kubernetes does not restrict or validate this metadata in any way.\n\nEntries are subject to the same validation as object metadata annotations, with the addition that all keys must be domain-prefixed. No restrictions are placed on values, except an overall size limitation on the entire field.\n\nSigners should document the keys and values they support.  Signers should deny requests that contain keys they do not recognize.`,
  ],
  selectableFields: fieldsAt("spec.signerName", "spec.podName", "spec.nodeName"),
  namespaceSelectable: false,
  subresources: [
    status({ validateUpdate: validateStatus, repeatsMeta: [], allowUnconditionalUpdate: false }, "metadata"),
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    ...statusOnlyElsewhere("certificates/v1.PodCertificateRequest"),
    ...validatesObject(checkPodRequest),
  },
});

const STATES = ["Issued", "Denied", "Failed"];

function stateOf(object: KubeObject): string {
  const types = items(object, "status.conditions").map((condition) => text(condition, "type"));
  return types.filter((type) => STATES.includes(type)).at(-1) ?? "Pending";
}
