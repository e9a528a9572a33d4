import { compileCriteria } from "../../admission/hooks/compile-match.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Owner } from "../changes/causes-of.ts";
import { failuresOf } from "../filters/failures-of.ts";
import { criteriaMatcher } from "../filters/matcher.ts";
import type { World } from "../world.ts";

/** Returns a policy as the owner of its matchConstraints. */
export const policyOwner = (kind: string, name: string, world: World): Owner =>
  ownerOf(kind, name, "matchConstraints", world);

/**
 * Returns a binding as the owner of its matchResources. Without matchResources it matches everything that its
 * policy matches.
 */
export const bindingOwner = (kind: string, name: string, world: World): Owner =>
  ownerOf(kind, name, "matchResources", world);

function ownerOf(kind: string, name: string, member: string, world: World): Owner {
  return {
    kind,
    name,
    webhook: "",
    stored: world.stored(kind, name),
    failures(changed, question) {
      const criteria = criteriaIn(changed, member);
      if (criteria === undefined) return [];
      return failuresOf(criteriaMatcher(compileCriteria(criteria), ["spec", member]), question, changed);
    },
  };
}

function criteriaIn(object: Json, member: string): JsonObject | undefined {
  const spec = isJsonObject(object) ? object.spec : undefined;
  const criteria = isJsonObject(spec) ? spec[member] : undefined;
  return isJsonObject(criteria) ? criteria : undefined;
}
