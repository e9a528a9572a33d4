import { given } from "../../../../api/object/emptied.ts";
import type { LabelSelectorLike } from "../../../../api/validation/label-selector.ts";
import { setKey } from "../../../../json/object.ts";
import type { JsonObject } from "../../../../json/value.ts";

/** Returns a map as errors quote it: sorted by key, null if it is absent. */
export function printedMap(map: Readonly<Record<string, string>> | undefined): JsonObject | null {
  if (map === undefined) return null;
  const sorted: JsonObject = {};
  for (const key of Object.keys(map).sort()) setKey(sorted, key, map[key]);
  return sorted;
}

/** The same for a member that is a map; `{}` if the client sent an empty map, which the decoder drops. */
export function printedMember(owner: object | undefined, name: string): JsonObject | null {
  const member = owner && given(owner, name);
  return printedMap(member as Readonly<Record<string, string>> | undefined);
}

/** Returns a label selector as errors quote it; null if it is absent. */
export function printedSelector(selector: LabelSelectorLike | null | undefined): object | null {
  if (selector === undefined || selector === null) return null;
  const { matchLabels, matchExpressions = [] } = selector;
  return {
    ...(matchLabels === undefined ? {} : { matchLabels: printedMap(matchLabels) }),
    ...(matchExpressions.length === 0 ? {} : { matchExpressions }),
  };
}
