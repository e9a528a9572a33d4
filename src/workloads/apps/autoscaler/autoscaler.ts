import type { KubeObject } from "../../../api/meta.ts";
import { record } from "../../../json/value.ts";
import type { HorizontalPodAutoscaler as Autoscaler } from "../../../types/tables/autoscaling/v2-types.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import {
  AUTOSCALERS,
  DEPLOYMENTS,
  keyOf,
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  STATEFUL_SETS,
} from "../../shared/kinds.ts";
import type { CacheChange } from "../../shared/object-cache.ts";
import { workOn } from "../../shared/work-on.ts";
import { syncAutoscaler } from "./sync-autoscaler.ts";

/**
 * Kinds of targets whose changes are observed. Targets of other kinds are read every 15 seconds, as in the
 * reference.
 */
const TOLD = [DEPLOYMENTS, REPLICA_SETS, REPLICATION_CONTROLLERS, STATEFUL_SETS];
const RESYNC_MS = 15_000;

/**
 * Keeps the size of targets between the bounds of HorizontalPodAutoscalers. There are no metrics, so it
 * scales for no other reason.
 */
export const autoscalerController: WorkloadController = {
  start(context) {
    const { cache } = context;
    const queue = workOn(context, AUTOSCALERS, async (_, autoscaler, again) => {
      const isAble = await syncAutoscaler(context, autoscaler);
      if (!isAble || !TOLD.some(({ kind }) => kind === autoscaler.spec?.scaleTargetRef?.kind))
        again(RESYNC_MS);
      return true;
    });
    for (const { kind, ...rest } of TOLD)
      cache.listen({ kind, ...rest }, (change) => {
        for (const autoscaler of scalersOf(context, kind, change)) queue.add(keyOf(autoscaler));
      });
  },
};

/** Returns the autoscalers of a target that was created, was deleted or changed its size. */
function scalersOf(
  { cache }: WorkloadContext,
  kind: string,
  { object, before, deleted }: CacheChange,
): Autoscaler[] {
  const { namespace = "", name } = object.metadata;
  const sizeOf = (one: KubeObject): unknown => record(one.spec).replicas;
  if (before !== undefined && !deleted && sizeOf(before) === sizeOf(object)) return [];
  return cache.list(AUTOSCALERS, namespace).filter(({ spec }) => {
    const target = spec?.scaleTargetRef;
    return target?.kind === kind && target.name === name;
  });
}
