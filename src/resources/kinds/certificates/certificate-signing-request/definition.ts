import type { KubeObject } from "../../../../api/meta.ts";
import { keepEmptied } from "../../../../api/object/emptied.ts";
import { record } from "../../../../json/value.ts";
import { at, items, text } from "../../../define/cell.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { humanDuration } from "../../../define/human-duration.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { keepField } from "../../../define/strategy.ts";
import { status, update, withoutTables } from "../../../define/subresources.ts";
import { keepApprovals, request, stampConditions, validateUpdate } from "./validate.ts";

export const certificateSigningRequest = defineResource({
  group: "certificates.k8s.io",
  kind: "CertificateSigningRequest",
  scope: "Cluster",
  shortNames: ["csr"],
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    AGE,
    column`SignerName: ${textAt("spec.signerName", "<none>")} Requested signer for the request. It is a qualified name in the form: \`scope-hostname.io/name\`. If empty, it will be defaulted:\n 1. If it's a kubelet client certificate, it is assigned\n    "kubernetes.io/kube-apiserver-client-kubelet".\n 2. If it's a kubelet serving certificate, it is assigned\n    "kubernetes.io/kubelet-serving".\n 3. Otherwise, it is assigned "kubernetes.io/legacy-unknown".\nDistribution of trust for signers happens out of band. You can select on this field using \`spec.signerName\`.`,
    column`Requestor: ${textAt("spec.username")} Base64-encoded PKCS#10 CSR data`,
    column`RequestedDuration: ${requestedDuration} expirationSeconds is the requested duration of validity of the issued certificate. The certificate signer may issue a certificate with a different validity duration so a client must check the delta between the notBefore and and notAfter fields in the issued certificate to determine the actual duration.\n\nThe v1.22+ in-tree implementations of the well-known Kubernetes signers will honor this field as long as the requested duration is not greater than the maximum duration they will honor per the --cluster-signing-duration CLI flag to the Kubernetes controller manager.\n\nCertificate signers may not honor this field for various reasons:\n\n  1. Old signer that is unaware of the field (such as the in-tree\n     implementations prior to v1.22)\n  2. Signer whose configured maximum is shorter than the requested duration\n  3. Signer whose configured minimum is longer than the requested duration\n\nThe minimum valid value for expirationSeconds is 600, i.e. 10 minutes.`,
    column`Condition: ${requestCondition} Conditions applied to the request, such as approval or denial.`,
  ],
  selectableFields: fieldsAt("spec.signerName"),
  namespaceSelectable: false,
  subresources: [
    withoutTables(
      update("approval", {
        ...request,
        resetFields: [["spec"], ["status", "certificate"]],
        prepareForUpdate(object, old, { now }) {
          stampConditions(object, old, now);
          const { conditions } = record(object.status);
          const stored = record(old.status);
          const { conditions: _stored, ...rest } = stored;
          keepField(object, old, "spec");
          const status = { ...(conditions === undefined ? {} : { conditions }), ...rest };
          keepEmptied(stored, status, ["conditions"]);
          object.status = status;
        },
        validateUpdate: validateUpdate({ approval: true, certificate: false }),
      }),
    ),
    status({
      ...request,
      resetFields: [["spec"], ["status", "conditions"]],
      prepareForUpdate(object, old, { now }) {
        keepField(object, old, "spec");
        keepApprovals(object, old);
        stampConditions(object, old, now);
      },
      validateUpdate: validateUpdate({ approval: false, certificate: true }),
    }),
  ],
  strategy: request,
});

/** `spec.expirationSeconds` as a duration; `<none>` if it is absent. */
function requestedDuration(object: KubeObject): string {
  const seconds = at(object, "spec.expirationSeconds");
  return typeof seconds === "number" ? humanDuration(seconds * 1000) : "<none>";
}

/** Decision about the request, and its result: `Approved,Issued`. */
function requestCondition(object: KubeObject): string {
  const types = new Set(items(object, "status.conditions").map(({ type }) => type));
  const decision = types.has("Denied") ? "Denied" : types.has("Approved") ? "Approved" : "Pending";
  const failed = types.has("Failed") ? ",Failed" : "";
  return `${decision}${failed}${text(object, "status.certificate") === "" ? "" : ",Issued"}`;
}
