import { column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { bundleNameProblems, checkBundle, sameSigner } from "./validate.ts";

/** ClusterTrustBundle, stored in v1beta1. v1 is served since 1.37. */
export const clusterTrustBundle = defineResource({
  group: "certificates.k8s.io",
  kind: "ClusterTrustBundle",
  scope: "Cluster",
  storedVersion: "v1beta1",
  versions: [
    { version: "v1", since: 37 },
    { version: "v1beta1", since: 37, deprecated: 37, removed: 40, namesReplacement: true },
  ],
  columns: [
    NAME,
    column`SignerName: ${textAt("spec.signerName", "<none>")} signerName indicates the associated signer, if any.\n\nIn order to create or update a ClusterTrustBundle that sets signerName, you must have the following cluster-scoped permission: group=certificates.k8s.io resource=signers resourceName=<the signer name> verb=attest.\n\nIf signerName is not empty, then the ClusterTrustBundle object must be named with the signer name as a prefix (translating slashes to colons). For example, for the signer name \`example.com/foo\`, valid ClusterTrustBundle object names include \`example.com:foo:abc\` and \`example.com:foo:v1\`.\n\nIf signerName is empty, then the ClusterTrustBundle object's name must not have such a prefix.\n\nList/watch requests for ClusterTrustBundles can filter on this field using a \`spec.signerName=NAME\` field selector.`,
  ],
  selectableFields: fieldsAt("spec.signerName"),
  namespaceSelectable: false,
  strategy: {
    allowUnconditionalUpdate: false,
    nameProblems: bundleNameProblems,
    ...checksThenCompares(checkBundle, sameSigner),
  },
});
