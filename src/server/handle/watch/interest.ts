import { objectIn } from "../../../json/document.ts";
import type { Interest } from "../../../storage/storage.ts";
import type { Selection } from "../read/selection.ts";
import type { Target } from "../target.ts";

/**
 * By what the store may find a watcher without asking it: one value that all selected objects have, or else the whole
 * selector, which is then looked at once for all watchers with the same. Undefined: every change has to be looked at.
 */
export function interestOf(target: Target, selection: Selection): Interest | undefined {
  if (selection.everything) return undefined;
  const readable = readableAsStored(target);
  const pin = selection.pins.find(({ on }) => readable[on]);
  if (pin !== undefined)
    return {
      place: `${pin.on} ${pin.place}`,
      value: pin.value,
      read: (document) => pin.read(objectIn(document)),
    };
  if (!readable.label || (selection.onFields && !readable.field)) return undefined;
  return {
    place: `selector ${selection.text}`,
    value: "",
    read: (document) => (selection.matches(objectIn(document)) ? "" : undefined),
  };
}

/** What an object that is stored has as the client would see it. A conversion webhook may change labels. */
function readableAsStored({ resource, kind }: Target): { name: boolean; label: boolean; field: boolean } {
  const asHub = kind === resource.hub;
  return { name: true, label: asHub || kind.ready === undefined, field: asHub && !resource.custom };
}
