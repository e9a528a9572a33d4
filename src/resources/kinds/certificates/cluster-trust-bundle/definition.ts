import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength } from "../../../../api/validation/name-format.ts";
import { addTo } from "../../../../async/groups.ts";
import { type PemBlock, readPem } from "../../../../crypto/pem.ts";
import { readCertificate } from "../../../../crypto/x509/certificate.ts";
import type {
  ClusterTrustBundleSpec as BundleSpec,
  ClusterTrustBundle as TrustBundle,
} from "../../../../types/tables/certificates/v1-types.ts";
import { column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { specOf } from "../../../define/strategy.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { checkSignerName } from "../../shared/signers/signer-name.ts";
import { trustBundleNameProblems } from "../../shared/signers/trust-bundle-name.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

const MAX_BYTES = 1 << 20;

/** Problems of the name, which depend on the signer. */
const bundleNameProblems = (name: string, isPrefix: boolean, object?: KubeObject): readonly string[] =>
  trustBundleNameProblems((object && specOf<BundleSpec>(object).signerName) ?? "", name, isPrefix);

/** Checks signer and certificates; certificates that have not changed are not parsed again. */
function checkBundle({ spec = {} }: TrustBundle, old: TrustBundle | undefined, at: FieldReport): void {
  const { signerName = "", trustBundle = "" } = spec;
  const path = at.child("spec");
  if (signerName !== "") checkSignerName(signerName, path.child("signerName"));
  if (old === undefined || (old.spec?.trustBundle ?? "") !== trustBundle)
    checkCertificates(trustBundle, path.child("trustBundle"));
}

/** The signer is kept (ValidateClusterTrustBundleUpdate). */
function sameSigner({ spec }: TrustBundle, old: TrustBundle, at: FieldReport): void {
  checkImmutable(spec?.signerName ?? "", old.spec?.signerName ?? "", at.child("spec").child("signerName"));
}

function checkCertificates(text: string, at: FieldReport): void {
  if (byteLength(text) > MAX_BYTES) {
    at.tooLong(MAX_BYTES);
    return;
  }
  const { blocks } = readPem(text);
  const problems = blocks.flatMap((block, i) => blockProblem(block, i) ?? []);
  if (problems.length === 0) problems.push(...setProblems(blocks));
  for (const problem of problems) at.invalid("<value omitted>", problem);
}

function blockProblem({ type, hasHeaders, bytes }: PemBlock, i: number): string | undefined {
  if (type !== "CERTIFICATE") return `entry ${i} has bad block type: ${type}`;
  if (hasHeaders) return `entry ${i} has PEM block headers`;
  const certificate = readCertificate(bytes);
  if (typeof certificate === "string") return `entry ${i} does not parse as X.509`;
  return certificate.extensions.basicConstraints?.isCa === true
    ? undefined
    : `entry ${i} does not have the CA bit set`;
}

function setProblems(blocks: readonly PemBlock[]): readonly string[] {
  if (blocks.length === 0) return ["at least one trust anchor must be provided"];
  const places = new Map<string, number[]>();
  for (const [i, { bytes }] of blocks.entries()) addTo(places, bytes.toString("latin1"), i);
  return [...places.values()]
    .filter((indices) => indices.length > 1)
    .map((indices) => `duplicate trust anchor (indices [${indices.join(" ")}])`);
}

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
