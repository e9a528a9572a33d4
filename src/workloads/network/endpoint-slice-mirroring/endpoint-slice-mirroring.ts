import type { Endpoints, Service } from "../../../types/tables/core/v1-types.ts";
import type { EndpointSlice } from "../../../types/tables/discovery/v1-types.ts";
import { isDying } from "../../base/controller.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { ENDPOINT_SLICES, ENDPOINTS, keyOf, SERVICES } from "../../shared/kinds.ts";
import { isMirror, SERVICE_NAME, skipsMirroring } from "../../shared/slice-labels.ts";
import { planMirrors } from "./plan-mirrors.ts";

/**
 * Copies the Endpoints of Services without a selector, which their users write, into EndpointSlices. Readers
 * of addresses, such as the caller of webhooks, read EndpointSlices only
 * (pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go).
 */
export const endpointSliceMirroringController: WorkloadController = {
  start(context) {
    const { cache } = context;
    const queue = context.queue((key) => sync(context, key));
    cache.listen(ENDPOINTS, ({ object }) => queue.add(keyOf(object)));
    cache.listen(SERVICES, ({ object }) => queue.add(keyOf(object)));
    cache.listen(ENDPOINT_SLICES, ({ object, before }) => {
      for (const slice of [object, ...(before === undefined ? [] : [before])])
        if (isMirror(slice))
          queue.add(`${slice.metadata.namespace}/${slice.metadata.labels?.[SERVICE_NAME]}`);
    });
  },
};

async function sync({ cache, writer }: WorkloadContext, key: string): Promise<boolean> {
  const endpoints = cache.find(ENDPOINTS, key);
  const [namespace = "", name = ""] = key.split("/");
  const slices = cache.list(ENDPOINT_SLICES, namespace).filter((slice) => isMirrorOf(slice, name));
  const isMirrored = endpoints !== undefined && shouldMirror(endpoints, cache.find(SERVICES, key));
  const { create, update, remove } = isMirrored
    ? planMirrors(endpoints, slices)
    : { create: [], update: [], remove: slices };
  for (const slice of create) await writer.create(ENDPOINT_SLICES, namespace, slice);
  for (const slice of update) await writer.update(ENDPOINT_SLICES, slice);
  for (const slice of remove) await writer.remove(ENDPOINT_SLICES, slice);
  return true;
}

const isMirrorOf = (slice: EndpointSlice, service: string): boolean =>
  isMirror(slice) && slice.metadata.labels?.[SERVICE_NAME] === service && !isDying(slice);

/**
 * Returns true if the Endpoints have to be mirrored. Those of leader elections and those with the label
 * `skip-mirror` are not.
 */
function shouldMirror({ metadata }: Endpoints, service: Service | undefined): boolean {
  if (service === undefined || service.spec?.selector !== undefined || isDying({ metadata })) return false;
  return !skipsMirroring({ metadata }) && metadata.annotations?.[LEADER] === undefined;
}

const LEADER = "control-plane.alpha.kubernetes.io/leader";
