import { specOf } from "../../../api/meta.ts";
import { parseRequest } from "../../../crypto/x509/certificate-request.ts";
import { quote } from "../../../go/quote.ts";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import { record, text } from "../../../json/value.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../hook.ts";
import { forbid } from "./forbid.ts";

const CLIENT_SIGNER = "kubernetes.io/kube-apiserver-client";
const MASTERS = "system:masters";

const isRequests = ({ attributes }: PluginContext, subresource: string): boolean =>
  attributes.resource.group === "certificates.k8s.io" &&
  attributes.resource.resource === "certificatesigningrequests" &&
  attributes.subresource === subresource;

/** A user who approves a certificate signing request needs the permission to approve for its signer. */
export const certificateApproval: BuiltinPlugin = {
  kind: "builtin",
  name: "CertificateApproval",
  operations: new Set(["UPDATE"]),
  validate: (context) => (isRequests(context, "approval") ? askRight(context, "approve") : undefined),
};

/**
 * A user who sets the certificate or changes the conditions in the status needs the permission to sign for
 * the signer.
 */
export const certificateSigning: BuiltinPlugin = {
  kind: "builtin",
  name: "CertificateSigning",
  operations: new Set(["UPDATE"]),
  validate: (context) => {
    if (!isRequests(context, "status")) return undefined;
    const now = record(context.object?.status);
    const before = record(context.attributes.oldObject?.status);
    const same = text(now.certificate) === text(before.certificate);
    return same && semanticEqual(now.conditions ?? [], before.conditions ?? [])
      ? undefined
      : askRight(context, "sign");
  },
};

/** Checks the permission for the signer's name, or for all names of its domain. */
function askRight(context: PluginContext, verb: "approve" | "sign"): PluginResult {
  const { attributes, ports } = context;
  const signer = text(specOf(attributes.oldObject).signerName);
  const may = (name: string): boolean =>
    ports.authorize?.(attributes.user, {
      kind: "resource",
      verb,
      group: "certificates.k8s.io",
      resource: "signers",
      subresource: "",
      namespace: "",
      name,
      fieldSelector: "",
      labelSelector: "",
    }).decision === "allow";
  if (may(signer) || may(`${signer.split("/")[0]}/*`)) return undefined;
  return forbid(context, `user not permitted to ${verb} requests with signerName ${quote(signer)}`);
}

/** Refuses client certificates with the group system:masters. */
export const certificateSubjectRestriction: BuiltinPlugin = {
  kind: "builtin",
  name: "CertificateSubjectRestriction",
  operations: new Set(["CREATE"]),
  validate: (context) => {
    const { object } = context;
    if (object === null || !isRequests(context, "")) return undefined;
    if (specOf(object).signerName !== CLIENT_SIGNER) return undefined;
    const request = parseRequest(text(specOf(object).request));
    if ("problem" in request) return forbid(context, `failed to parse CSR: ${request.problem}`);
    if (!request.subject.organizations.includes(MASTERS)) return undefined;
    return forbid(context, `use of ${CLIENT_SIGNER} signer with ${MASTERS} group is not allowed`);
  },
};
