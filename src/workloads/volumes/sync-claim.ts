import { defaultClassOf } from "../../api/object/default-class.ts";
import type { PersistentVolumeClaim as VolumeClaim } from "../../types/tables/core/v1-types.ts";
import type { StorageClass } from "../../types/tables/storage/v1-types.ts";
import type { WorkloadContext } from "../shared/context.ts";
import { CLAIMS, PODS, STORAGE_CLASSES, VOLUMES } from "../shared/kinds.ts";
import { annotated, BIND_COMPLETED, BY_CONTROLLER, bind, hasAnnotation, setClaimStatus } from "./bind.ts";
import { bestVolume, classOf, hasClass, isBoundTo, mismatch } from "./match.ts";

const SELECTED_NODE = "volume.kubernetes.io/selected-node";

/** syncClaim of the reference. */
export async function syncClaim(context: WorkloadContext, claim: VolumeClaim): Promise<boolean> {
  const { volumeName = "" } = claim.spec ?? {};
  if (hasAnnotation(claim, BIND_COMPLETED)) await checkBinding(context, claim, volumeName);
  else if (volumeName === "") await findVolume(context, claim);
  else await takeVolume(context, claim, volumeName);
  return true;
}

/** Checks a claim that was bound once. It stays bound to this volume, or becomes Lost. */
async function checkBinding(context: WorkloadContext, claim: VolumeClaim, volumeName: string): Promise<void> {
  const volume = context.cache.get(VOLUMES, "", volumeName);
  const lose = (reason: string, message: string): Promise<void> => loseClaim(context, claim, reason, message);
  if (volumeName === "")
    await lose(
      "ClaimLost",
      "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!",
    );
  else if (volume === undefined)
    await lose("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
  else if (volume.spec?.claimRef === undefined || volume.spec.claimRef.uid === claim.metadata.uid)
    await bind(context, volume, claim);
  else await lose("ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly");
}

async function loseClaim(
  context: WorkloadContext,
  claim: VolumeClaim,
  reason: string,
  message: string,
): Promise<void> {
  if (claim.status?.phase === "Lost") return;
  await setClaimStatus(context, claim, "Lost");
  context.events.warning(claim, reason, message);
}

/** Binds the claim to any volume that fits. */
async function findVolume(context: WorkloadContext, claim: VolumeClaim): Promise<void> {
  const isDelayed = waitsForConsumer(context, claim);
  const volume = bestVolume(claim, context.cache.all(VOLUMES), isDelayed);
  if (volume !== undefined) return bind(context, volume, claim);
  if (await assignDefaultClass(context, claim)) return;
  if (isDelayed && !hasAnnotation(claim, SELECTED_NODE))
    return waitForConsumer(context, claim, waitingPods(context, claim));
  if (classOf(claim) !== "") return provision(context, claim);
  const why = "no persistent volumes available for this claim and no storage class is set";
  context.events.normal(claim, "FailedBinding", why);
  await setClaimStatus(context, claim, "Pending");
}

/** Returns the names of pods without a node that use the claim. */
const waitingPods = ({ cache }: WorkloadContext, { metadata }: VolumeClaim): string[] =>
  cache
    .list(PODS, metadata.namespace ?? "")
    .filter(({ spec }) => spec?.nodeName === undefined)
    .filter(({ spec }) =>
      spec?.volumes?.some(({ persistentVolumeClaim: claim }) => claim?.claimName === metadata.name),
    )
    .map((pod) => pod.metadata.name ?? "");

/** Binds the claim to the volume that it names. */
async function takeVolume(context: WorkloadContext, claim: VolumeClaim, name: string): Promise<void> {
  const volume = context.cache.get(VOLUMES, "", name);
  const isFree = volume !== undefined && volume.spec?.claimRef === undefined;
  const problem = isFree ? mismatch(volume, claim) : undefined;
  if (volume !== undefined && problem === undefined && (isFree || isBoundTo(volume, claim)))
    return bind(context, volume, claim);
  if (problem !== undefined)
    context.events.warning(claim, "VolumeMismatch", `Cannot bind to requested volume "${name}": ${problem}`);
  else if (volume !== undefined)
    context.events.warning(claim, "FailedBinding", `volume "${name}" already bound to a different claim.`);
  if (volume === undefined || problem !== undefined || !hasAnnotation(claim, BY_CONTROLLER))
    await setClaimStatus(context, claim, "Pending");
}

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
const waitsForConsumer = (context: WorkloadContext, claim: VolumeClaim): boolean =>
  classNamed(context, classOf(claim))?.volumeBindingMode === "WaitForFirstConsumer";

/** Gives the newest default class to a claim without a class field. Returns false if nothing was written. */
async function assignDefaultClass(context: WorkloadContext, claim: VolumeClaim): Promise<boolean> {
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
async function provision(context: WorkloadContext, claim: VolumeClaim): Promise<void> {
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
async function waitForConsumer(
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
