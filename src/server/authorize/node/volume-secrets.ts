import { type JsonObject, record, text } from "../../../json/value.ts";

interface SecretName {
  readonly namespace: string;
  readonly name: string;
}

/** Sources whose Secret is in the namespace of the claim if they name no other. */
const BESIDE_CLAIM = ["cephfs", "flexVolume", "iscsi", "rbd", "scaleIO"];
/** Sources that always name the namespace. */
const ANYWHERE = ["cinder", "storageos"];
/** Fields of a CSI volume with Secrets for kubelets. Its other Secrets are for controllers. */
const OF_CSI = ["nodePublishSecretRef", "nodeStageSecretRef", "nodeExpandSecretRef"];

/**
 * Returns the Secrets that a kubelet needs for a volume that is bound to a claim. `spec`: the spec of the
 * PersistentVolume (kubernetes/pkg/api/v1/persistentvolume/util.go, VisitPVSecretNames).
 */
export function visibleSecrets(spec: JsonObject): SecretName[] {
  const claimNamespace = text(record(spec.claimRef).namespace);
  const inSource = (source: string, fallback: string) =>
    secretIn(record(record(spec[source]).secretRef), fallback);
  const { secretName, secretNamespace } = record(spec.azureFile);
  return [
    secretIn({ name: secretName, namespace: secretNamespace }, claimNamespace),
    ...BESIDE_CLAIM.map((source) => inSource(source, claimNamespace)),
    ...ANYWHERE.map((source) => inSource(source, "")),
    ...OF_CSI.map((field) => secretIn(record(record(spec.csi)[field]), "")),
  ].filter(({ name }) => name !== "");
}

const secretIn = ({ name, namespace }: JsonObject, fallback: string): SecretName => ({
  namespace: text(namespace) || fallback,
  name: text(name),
});
