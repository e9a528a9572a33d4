import type { JsonObject } from "../../../json/value.ts";
import type { Explanation } from "../../explanation.ts";
import type { Manifest } from "../manifests.ts";
import { misspeltKeys, skipNotes } from "../pods.ts";
import { classNotes } from "./class-notes.ts";
import { constraintNotes } from "./constraint-notes.ts";
import { engineNotes } from "./engine-notes.ts";
import { missedNotes } from "./missed-notes.ts";

/**
 * Notes about an object that was sent, and as it was stored, from what else is among the manifests. `isAsked`: the user asks about one
 * webhook or policy.
 */
export function objectNotes(
  { object, stored }: { readonly object: JsonObject | null; readonly stored: JsonObject | null },
  { request, steps, answer }: Explanation,
  manifests: readonly Manifest[],
  isAsked: boolean,
): string[] {
  const { namespace, resource, subresource, operation } = request;
  const about = { namespace, resource, isAsked, refusal: answer.message };
  const isNew = operation === "CREATE" && answer.allowed;
  return [
    ...missedNotes(answer.message, request, object, manifests),
    ...skipNotes(object, steps, manifests),
    ...misspeltKeys(object, namespace, manifests),
    ...constraintNotes(object, request, manifests, isAsked),
    ...(object === null || subresource !== ""
      ? []
      : [
          ...engineNotes({ object, ...about }, manifests),
          ...(isNew && stored !== null ? classNotes(stored, manifests) : []),
        ]),
  ];
}
