import type { Pod, PersistentVolumeClaim as VolumeClaim } from "../../types/tables/core/v1-types.ts";
import { type ApiClient, itemsOf } from "../base/api-client.ts";
import { RequestError } from "../shared/client.ts";
import type { WorkloadController } from "../shared/context.ts";
import { CLAIMS, collectionPath, PODS } from "../shared/kinds.ts";
import { workOn } from "../shared/work-on.ts";
import { protect } from "./protection.ts";

const FINALIZER = "kubernetes.io/pvc-protection";

/**
 * Keeps a deleted PersistentVolumeClaim while a pod on a node uses it: pvc_protection_controller.go of the
 * reference.
 */
export const claimProtectionController: WorkloadController = {
  start(context) {
    const { api, cache } = context;
    const queue = workOn(context, CLAIMS, async ({ writer }, claim) => {
      const { namespace = "" } = claim.metadata;
      const uses = (pod: Pod): boolean => usesClaim(pod, claim);
      const isUsed = async (): Promise<boolean> =>
        cache.list(PODS, namespace).some(uses) || (await podsIn(api, namespace)).some(uses);
      await protect(writer, CLAIMS, claim, FINALIZER, isUsed);
      return true;
    });
    cache.listen(PODS, ({ object, before, deleted }) => {
      const pods = [object, ...(before === undefined ? [] : [before])].map(PODS.of);
      for (const pod of pods.filter((one) => deleted || mayFree(one)))
        for (const name of claimNames(pod)) queue.add(`${pod.metadata.namespace}/${name}`);
    });
  },
};

/**
 * Reads the pods from the API. Before a claim is deleted, the cache is not sufficient, because it can be
 * slightly behind.
 */
async function podsIn(api: ApiClient, namespace: string): Promise<Pod[]> {
  const answer = await api.get(collectionPath(PODS, namespace));
  if (answer.status !== 200) throw new RequestError(answer);
  return itemsOf(answer.body).map(PODS.of);
}

/** Returns true if a change of this pod can allow the deletion of a claim. */
const mayFree = ({ spec, status }: Pod): boolean =>
  spec?.nodeName === undefined || status?.phase === "Succeeded" || status?.phase === "Failed";

const claimNames = (pod: Pod): string[] =>
  (pod.spec?.volumes ?? []).flatMap(({ name = "", persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim !== undefined) return [persistentVolumeClaim.claimName ?? ""];
    return ephemeral === undefined ? [] : [ephemeralName(pod, name)];
  });

/** Returns the name of the claim of an ephemeral volume. */
const ephemeralName = ({ metadata }: Pod, volume: string): string => `${metadata.name}-${volume}`;

/**
 * Returns true if the pod uses the claim. A pod without a node does not: it cannot start with a claim that is
 * being deleted.
 */
export function usesClaim(pod: Pod, { metadata }: VolumeClaim): boolean {
  if (pod.spec?.nodeName === undefined) return false;
  const isOwn = metadata.ownerReferences?.some(
    ({ controller, uid }) => controller === true && uid === pod.metadata.uid,
  );
  return (pod.spec.volumes ?? []).some(
    ({ name = "", persistentVolumeClaim, ephemeral }) =>
      persistentVolumeClaim?.claimName === metadata.name ||
      (ephemeral !== undefined &&
        isOwn === true &&
        !isShutDown(pod) &&
        ephemeralName(pod, name) === metadata.name),
  );
}

const isShutDown = ({ metadata }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
