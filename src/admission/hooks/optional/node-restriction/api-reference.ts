import { configMapNames, secretNames } from "../../../../api/pods/pod-references.ts";
import { once } from "../../../../async/once.ts";
import { quote } from "../../../../go/quote.ts";
import { isJsonObject, type JsonObject, records, text } from "../../../../json/value.ts";
import { fieldNames } from "../../../../types/notation/tables.ts";

/** Type of the referenced object, in kube-apiserver's words, or an error about a volume of an unknown type. */
type Found = { readonly what: string } | { readonly problem: string };

/** Texts for the volume sources that refer to objects. */
const VOLUME_SOURCES: Readonly<Record<string, string>> = {
  azureFile: "secrets (via azureFile volumes)",
  configMap: "configmaps (via configmap volumes)",
  csi: "csidrivers (via CSI volumes)",
  ephemeral: "persistentvolumeclaims (via ephemeral volumes)",
  glusterfs: "endpoints (via glusterFS volumes)",
  persistentVolumeClaim: "persistentvolumeclaims",
  secret: "secrets (via secret volumes)",
};

const volumeSources = once(() => fieldNames("core/v1.VolumeSource").toSorted());

/** Text for each source of a projected volume; undefined: it refers to no object. */
const PROJECTED_SOURCES: Readonly<Record<string, string | undefined>> = {
  configMap: "configmaps (via projected volumes)",
  secret: "secrets (via projected volumes)",
  serviceAccountToken: "serviceaccounts (via projected volumes)",
  clusterTrustBundle: "clustertrustbundles",
  podCertificate: "podcertificates",
  downwardAPI: undefined,
};

/**
 * Returns the first reference to an API object in the spec of a pod; undefined: there is none
 * (kubernetes/pkg/api/pod/util.go, HasAPIObjectReference).
 */
export function apiReference(spec: JsonObject): Found | undefined {
  if (text(spec.serviceAccountName) !== "") return { what: "serviceaccounts" };
  if (secretNames(spec).length > 0) return { what: "secrets" };
  if (configMapNames(spec).length > 0) return { what: "configmaps" };
  if (records(spec.resourceClaims).length > 0) return { what: "resourceclaims" };
  return firstOf(records(spec.volumes), inVolume);
}

function inVolume(volume: JsonObject): Found | undefined {
  const { name, ...sources } = volume;
  const source = knownIn(sources, volumeSources());
  if (source === undefined) return { problem: `unknown volume type for volume  ${quote(text(name))}` };
  const { projected } = sources;
  if (isJsonObject(projected))
    return firstOf(records(projected.sources), (one) => inProjection(one, text(name)));
  return referenceTo(VOLUME_SOURCES[source]);
}

function inProjection(sources: JsonObject, volume: string): Found | undefined {
  const source = knownIn(sources, Object.keys(PROJECTED_SOURCES));
  if (source === undefined) return { problem: `unknown source for projected volume ${quote(volume)}` };
  return referenceTo(PROJECTED_SOURCES[source]);
}

const referenceTo = (what: string | undefined): Found | undefined =>
  what === undefined ? undefined : { what };

const knownIn = (sources: JsonObject, known: readonly string[]): string | undefined =>
  known.find((source) => isJsonObject(sources[source]));

function firstOf<T>(items: readonly T[], find: (item: T) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
