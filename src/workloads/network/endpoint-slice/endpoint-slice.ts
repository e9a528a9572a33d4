import { isDying } from "../../base/controller.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { ENDPOINT_SLICES, SERVICES } from "../../shared/kinds.ts";
import { controllerOf } from "../../shared/pods/controller-ref.ts";
import { hasSelector, podsBehind, wakeServices } from "../../shared/pods/service-pods.ts";
import { isOfService, planSlices } from "./plan.ts";

/** Writes the addresses of the pods of a Service into EndpointSlices. */
export const endpointSliceController: WorkloadController = {
  start(context) {
    const { cache } = context;
    const queue = context.queue((key) => sync(context, key));
    wakeServices(cache, queue);
    cache.listen(ENDPOINT_SLICES, ({ object, before }) => {
      const owner = controllerOf(before ?? object);
      if (owner?.kind === "Service") queue.add(`${object.metadata.namespace}/${owner.name}`);
    });
  },
};

async function sync({ cache, writer }: WorkloadContext, key: string): Promise<boolean> {
  const service = cache.find(SERVICES, key);
  // The garbage collector deletes the slices of a deleted Service.
  if (service === undefined || isDying(service) || !hasSelector(service)) return true;
  const namespace = service.metadata.namespace ?? "";
  const own = cache.controlledBy(ENDPOINT_SLICES, service).filter((slice) => isOfService(slice, service));
  const { create, update, remove } = planSlices(service, podsBehind(cache, service), own);
  for (const slice of create) await writer.create(ENDPOINT_SLICES, namespace, slice);
  for (const slice of update) await writer.update(ENDPOINT_SLICES, slice);
  for (const slice of remove) await writer.remove(ENDPOINT_SLICES, slice);
  return true;
}
