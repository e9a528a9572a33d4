import { defaultClassOf } from "../../api/object/default-class.ts";
import type { PersistentVolumeClaim as VolumeClaim } from "../../types/tables/core/v1-types.ts";
import type { StorageClass } from "../../types/tables/storage/v1-types.ts";
import type { WorkloadContext } from "../shared/context.ts";
import { CLAIMS, STORAGE_CLASSES } from "../shared/kinds.ts";
import { annotated, setClaimStatus } from "./bind.ts";
import { classOf, hasClass } from "./match.ts";

const PROVISIONER = "volume.kubernetes.io/storage-provisioner";
const BETA_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";
const DEFAULTS = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

/** Old names of provisioners, and the CSI drivers that replace them: k8s.io/csi-translation-lib. */
const MIGRATED: ReadonlyMap<string, string> = new Map([
  ["kubernetes.io/aws-ebs", "ebs.csi.aws.com"],
  ["kubernetes.io/azure-disk", "disk.csi.azure.com"],
  ["kubernetes.io/azure-file", "file.csi.azure.com"],
  ["kubernetes.io/cinder", "cinder.csi.openstack.org"],
  ["kubernetes.io/gce-pd", "pd.csi.storage.gke.io"],
  ["kubernetes.io/portworx-volume", "pxd.portworx.com"],
  ["kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com"],
]);

const classNamed = ({ cache }: WorkloadContext, name: string): StorageClass | undefined =>
  name === "" ? undefined : cache.get(STORAGE_CLASSES, "", name);

/** Returns true if a claim waits until a scheduler has chosen a node. */
export const waitsForConsumer = (context: WorkloadContext, claim: VolumeClaim): boolean =>
  classNamed(context, classOf(claim))?.volumeBindingMode === "WaitForFirstConsumer";

/** Gives the newest default class to a claim without a class field. Returns false if nothing was written. */
export async function assignDefaultClass(context: WorkloadContext, claim: VolumeClaim): Promise<boolean> {
  if (hasClass(claim)) return false;
  const name = defaultClassOf(context.cache.all(STORAGE_CLASSES), DEFAULTS);
  if (name === undefined) return false;
  await context.writer.update(CLAIMS, { ...claim, spec: { ...claim.spec, storageClassName: name } });
  return true;
}

/**
 * Requests a volume from the provisioner of the class, a separate component, with annotations of the claim:
 * provisionClaim of the reference.
 */
export async function provision(context: WorkloadContext, claim: VolumeClaim): Promise<void> {
  const { events, writer } = context;
  const name = classOf(claim);
  const { provisioner = "" } = classNamed(context, name) ?? {};
  const driver = MIGRATED.get(provisioner) ?? provisioner;
  if (provisioner === "" || driver.startsWith("kubernetes.io/")) {
    const missing = `storageclass.storage.k8s.io "${name}" not found`;
    const why = provisioner === "" ? missing : `no volume plugin matched name: ${provisioner}`;
    events.warning(claim, "ProvisioningFailed", why);
    return;
  }
  if (claim.metadata.annotations?.[PROVISIONER] !== driver)
    await writer.update(CLAIMS, annotated(claim, { [BETA_PROVISIONER]: driver, [PROVISIONER]: driver }));
  events.normal(
    claim,
    "ExternalProvisioning",
    `Waiting for a volume to be created either by the external provisioner '${driver}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`,
  );
}

/** Records in an event what a claim waits for if its class waits for a pod. */
export async function waitForConsumer(
  context: WorkloadContext,
  claim: VolumeClaim,
  pods: readonly string[],
): Promise<void> {
  const [reason, message] =
    pods.length === 0
      ? ["WaitForFirstConsumer", "waiting for first consumer to be created before binding"]
      : [
          "WaitForPodScheduled",
          `waiting for ${pods.length > 1 ? "pods" : "pod"} ${pods.join(",")} to be scheduled`,
        ];
  context.events.normal(claim, reason, message);
  await setClaimStatus(context, claim, "Pending");
}
