import type { KubeObject } from "../../../api/meta.ts";
import type { NoteAvailability } from "../../aggregation/availability-metrics.ts";
import { API_SERVICES } from "../../aggregation/remote-service.ts";
import type { Availability } from "../../aggregation/stored-availability.ts";
import { withAvailability } from "../../aggregation/with-availability.ts";
import { reconcileStored } from "./reconcile-stored.ts";
import type { KindStatusParts } from "./status-parts.ts";

/**
 * Writes the condition `Available` of an APIService if it changes. If `wanted` returns undefined, the object
 * is left unchanged. Resolves with the revision of the write, or undefined if there was none.
 */
export async function writeAvailability(
  { storage, now, kind }: Pick<KindStatusParts, "storage" | "now" | "kind">,
  note: NoteAvailability,
  name: string,
  wanted: (object: KubeObject) => Availability | undefined,
): Promise<number | undefined> {
  let tell = (): void => {};
  const revision = await reconcileStored(storage, kind, `/registry/${API_SERVICES}/${name}`, (object) => {
    const found = wanted(object);
    const next = found && withAvailability(object, found, kind, now());
    if (next !== undefined) tell = () => note.changed(object, next);
    return next;
  });
  if (revision !== undefined) tell();
  return revision;
}
