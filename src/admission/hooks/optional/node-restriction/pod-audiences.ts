import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { notFound } from "../../../../api/status.ts";
import { aggregate } from "../../../../api/validation/field-error.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../../../json/value.ts";
import type { Lookup } from "../../../ports.ts";

/** CSI drivers that have replaced volume types (k8s.io/csi-translation-lib/plugins). */
const SUCCESSORS: Readonly<Record<string, string>> = {
  awsElasticBlockStore: "ebs.csi.aws.com",
  azureDisk: "disk.csi.azure.com",
  azureFile: "file.csi.azure.com",
  cinder: "cinder.csi.openstack.org",
  gcePersistentDisk: "pd.csi.storage.gke.io",
  portworxVolume: "pxd.portworx.com",
  vsphereVolume: "csi.vsphere.vmware.com",
};

/**
 * True if a volume of a pod needs tokens for an audience, by its own source or by its CSI driver. A text: no
 * volume does, and not all drivers could be found (admission.go, podReferencesAudience).
 */
export function mentionsAudience(lookup: Lookup, pod: KubeObject, audience: string): boolean | string {
  const errors: string[] = [];
  for (const volume of records(specOf(pod).volumes)) {
    const projected = records(record(volume.projected).sources).map((source) => source.serviceAccountToken);
    if (projected.some((token) => isJsonObject(token) && text(token.audience) === audience)) return true;
    const driver = driverOf(lookup, pod, volume);
    const found = typeof driver === "string" ? driverMentions(lookup, driver, audience) : driver;
    if (found === true) return true;
    if (found !== false) errors.push(found.missing);
  }
  return errors.length === 0 ? false : aggregate(errors);
}

interface Missing {
  readonly missing: string;
}

const missing = (group: string, resource: string, name: string): Missing => ({
  missing: notFound({ group, resource }, name).message,
});

/** Returns the name of the CSI driver of a volume; empty if it has none. */
function driverOf(lookup: Lookup, pod: KubeObject, volume: JsonObject): string | Missing {
  const { persistentVolumeClaim: claim, ephemeral, csi } = volume;
  const { namespace = "", name = "" } = pod.metadata;
  if (isJsonObject(ephemeral) && isJsonObject(ephemeral.volumeClaimTemplate))
    return driverOfClaim(lookup, namespace, `${name}-${text(volume.name)}`);
  if (isJsonObject(claim)) return driverOfClaim(lookup, namespace, text(claim.claimName));
  return isJsonObject(csi) ? text(csi.driver) : successorIn(volume);
}

const successorIn = (sources: JsonObject): string =>
  Object.entries(SUCCESSORS).find(([source]) => isJsonObject(sources[source]))?.[1] ?? "";

function driverOfClaim(lookup: Lookup, namespace: string, name: string): string | Missing {
  const claim = lookup.get("", "persistentvolumeclaims", namespace, name);
  if (claim === undefined) return missing("", "persistentvolumeclaim", name);
  const volumeName = text(specOf(claim).volumeName);
  const volume = volumeName === "" ? undefined : lookup.get("", "persistentvolumes", "", volumeName);
  if (volume === undefined) return missing("", "persistentvolume", volumeName);
  const { csi } = specOf(volume);
  return isJsonObject(csi) ? text(csi.driver) : successorIn(specOf(volume));
}

function driverMentions(lookup: Lookup, name: string, audience: string): boolean | Missing {
  if (name === "") return false;
  const driver = lookup.get("storage.k8s.io", "csidrivers", "", name);
  if (driver === undefined) return missing("storage.k8s.io", "csidriver", name);
  return records(specOf(driver).tokenRequests).some((request) => text(request.audience) === audience);
}
