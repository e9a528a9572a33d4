import { objectIn } from "../../../api/object/document.ts";
import type { Interest } from "../../../storage/storage.ts";
import type { Pin, Selection } from "../read/selection.ts";
import type { Target } from "../target.ts";

/**
 * Returns the index value of a watcher in the store: one value that all selected objects have, or else the
 * whole selector, which is then evaluated once for all watchers with the same one. Undefined: every change
 * has to be tested.
 */
export function interestOf(target: Target, selection: Selection): Interest | undefined {
  if (selection.everything) return undefined;
  const readable = readableAsStored(target);
  const pin = selection.pins.find(({ on }) => readable[on]);
  if (pin !== undefined) return pinned(pin);
  if (!readable.label || (selection.onFields && !readable.field)) return undefined;
  return {
    place: `selector ${selection.text}`,
    value: "",
    read: (document) => (selection.matches(objectIn(document)) ? "" : undefined),
  };
}

const pinned = ({ on, place, value, read }: Pin): Interest => ({
  place: `${on} ${place}`,
  value,
  read: (document) => read(objectIn(document)),
});

/**
 * Returns the properties of a stored object that are the same in the client's version. A conversion webhook
 * may change labels.
 */
function readableAsStored({ resource, kind }: Target): { name: boolean; label: boolean; field: boolean } {
  const asHub = kind === resource.hub;
  return { name: true, label: asHub || kind.ready === undefined, field: asHub && !resource.custom };
}
