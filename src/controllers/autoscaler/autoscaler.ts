import { record } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { WorkloadContext, WorkloadController } from "../workloads/context.ts";
import {
  DEPLOYMENTS,
  keyOf,
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  STATEFUL_SETS,
} from "../workloads/kinds.ts";
import type { CacheChange } from "../workloads/object-cache.ts";
import { workOn } from "../workloads/work-on.ts";
import { AUTOSCALERS, type Autoscaler } from "./kind.ts";
import { syncAutoscaler } from "./sync-autoscaler.ts";

/** Their changes are told; others are looked at as often as in the reference. */
const TOLD = [DEPLOYMENTS, REPLICA_SETS, REPLICATION_CONTROLLERS, STATEFUL_SETS];
const RESYNC_MS = 15_000;

/** Keeps targets between the bounds of HorizontalPodAutoscalers. There are no metrics, so it does no more. */
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

/** Those whose target came, went or changed its size. */
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
