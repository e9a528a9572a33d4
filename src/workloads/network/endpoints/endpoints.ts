import { semanticEqual } from "../../../json/semantic-equal.ts";
import type { Endpoints, Service } from "../../../types/tables/core/v1-types.ts";
import { isDying } from "../../base/controller.ts";
import { unlessAnswered } from "../../shared/client.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { ENDPOINTS, SERVICES } from "../../shared/kinds.ts";
import { hasSelector, podsBehind, wakeServices } from "../../shared/pods/service-pods.ts";
import { endpointsOf } from "./plan.ts";

/** Writes the addresses of the pods of a Service into Endpoints, the older kind. */
export const endpointsController: WorkloadController = {
  start(context) {
    context.cache.keep(ENDPOINTS);
    const queue = context.queue((key) => sync(context, key));
    wakeServices(context.cache, queue);
  },
};

async function sync(context: WorkloadContext, key: string): Promise<boolean> {
  const { cache, writer } = context;
  const service = cache.find(SERVICES, key);
  const found = cache.find(ENDPOINTS, key);
  if (service === undefined || isDying(service)) return removed(context, found);
  if (!hasSelector(service)) return true;
  const wanted = endpointsOf(service, podsBehind(cache, service), found);
  if (found === undefined) await writer.create(ENDPOINTS, service.metadata.namespace ?? "", wanted);
  else if (!isLike(found, wanted)) await writer.update(ENDPOINTS, wanted);
  return true;
}

const isLike = (found: Endpoints, wanted: Endpoints): boolean =>
  semanticEqual(found.subsets, wanted.subsets) &&
  Object.entries(wanted.metadata.labels ?? {}).every(
    ([name, value]) => found.metadata.labels?.[name] === value,
  );

/** Deletes the Endpoints of a deleted Service, if this controller created them. */
async function removed({ writer }: WorkloadContext, found: Service | undefined): Promise<boolean> {
  const isOurs = found?.metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller";
  if (found === undefined || !isOurs) return true;
  await unlessAnswered([404], writer.remove(ENDPOINTS, found));
  return true;
}
