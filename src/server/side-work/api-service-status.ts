import type { KubeObject } from "../../api/meta.ts";
import { serviceLookup } from "../admission-ports.ts";
import { API_SERVICES } from "../aggregation/remote-service.ts";
import { storedAvailability } from "../aggregation/stored-availability.ts";
import { withAvailability } from "../aggregation/with-availability.ts";
import type { SideWork } from "../handle/write/side-work.ts";
import { reconcileStored } from "./reconcile-stored.ts";
import type { KindStatusParts } from "./status-parts.ts";

/**
 * The condition `Available` of API services as far as the store tells it, written before the client hears of its write: those of
 * this server always are available. Servers that have to be asked are asked by a controller.
 */
export function apiServiceStatus({ storage, views, now, kind }: KindStatusParts): SideWork {
  const services = serviceLookup(views);
  const reconcile = (object: KubeObject): KubeObject | undefined => {
    const wanted = storedAvailability(object, services);
    return wanted && withAvailability(object, wanted, kind, now());
  };
  const updateStatus = async (name: string): Promise<void> =>
    void (await reconcileStored(storage, kind, `/registry/${API_SERVICES}/${name}`, reconcile));
  return { begin: ({ metadata }) => ({ commit: () => updateStatus(metadata.name ?? ""), abort: () => {} }) };
}
