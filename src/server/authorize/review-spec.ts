import type { Json, JsonObject } from "../../api/json.ts";
import type { AuthorizationAttributes } from "./attributes.ts";

/** A question about rights as the spec of a SubjectAccessReview; what is empty is left out. */
export function reviewSpec(attributes: AuthorizationAttributes): JsonObject {
  const { user, verb, path, isResource } = attributes;
  const { namespace, group, version, resource, subresource, name } = attributes;
  const { username, uid, groups, extra } = user;
  return {
    ...(isResource
      ? { resourceAttributes: filled({ namespace, verb, group, version, resource, subresource, name }) }
      : { nonResourceAttributes: filled({ path, verb }) }),
    ...filled({ user: username }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(extra === undefined || Object.keys(extra).length === 0 ? {} : { extra: copied(extra) }),
    ...filled({ uid: uid ?? "" }),
  };
}

const filled = (texts: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

const copied = (extra: Readonly<Record<string, readonly string[]>>): Json =>
  Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]));
