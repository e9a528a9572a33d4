import { serviceLookup } from "../../admit/admission-ports.ts";
import type { NoteAvailability } from "../../aggregation/availability-metrics.ts";
import { storedAvailability } from "../../aggregation/stored-availability.ts";
import type { SideWork } from "../../handle/write/side-work.ts";
import type { KindStatusParts } from "./status-parts.ts";
import { writeAvailability } from "./write-availability.ts";

/**
 * Writes the condition `Available` of APIServices if it follows from stored objects, before the client
 * receives the response of its write. Those of this server are always available. A controller sends requests
 * to other servers.
 */
export function apiServiceStatus(parts: KindStatusParts, note: NoteAvailability): SideWork {
  const services = serviceLookup(parts.views);
  const updateStatus = async (name: string): Promise<void> =>
    void (await writeAvailability(parts, note, name, (object) => storedAvailability(object, services)));
  return { begin: ({ metadata }) => ({ commit: () => updateStatus(metadata.name ?? ""), abort: () => {} }) };
}
