import { compileCriteria } from "../../admission/hooks/compile-match.ts";
import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import type { Owner } from "../changes/causes-of.ts";
import { failuresOf } from "../filters/failures-of.ts";
import { criteriaMatcher } from "../filters/matcher.ts";
import type { World } from "../world.ts";

/** A policy by its matchConstraints. */
export const policyOwner = (kind: string, name: string, world: World): Owner =>
  ownerOf(kind, name, "matchConstraints", world);

/** A binding by its matchResources; without any it takes all that its policy does. */
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
