import { serviceLookup } from "../admission-ports.ts";
import type { NoteAvailability } from "../aggregation/availability-metrics.ts";
import { storedAvailability } from "../aggregation/stored-availability.ts";
import type { SideWork } from "../handle/write/side-work.ts";
import type { KindStatusParts } from "./status-parts.ts";
import { writeAvailability } from "./write-availability.ts";

/**
 * The condition `Available` of API services as far as the store tells it, written before the client hears of its write: those of
 * this server always are available. Servers that have to be asked are asked by a controller.
 */
export function apiServiceStatus(parts: KindStatusParts, note: NoteAvailability): SideWork {
  const services = serviceLookup(parts.views);
  const updateStatus = async (name: string): Promise<void> =>
    void (await writeAvailability(parts, note, name, (object) => storedAvailability(object, services)));
  return { begin: ({ metadata }) => ({ commit: () => updateStatus(metadata.name ?? ""), abort: () => {} }) };
}
