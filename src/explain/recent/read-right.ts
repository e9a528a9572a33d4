import type { UserInfo } from "../../api/meta.ts";
import type { AuthorizationAttributes } from "../../server/authorize/attributes.ts";
import type { Remembered } from "../remembered.ts";
import type { Explained } from "../world.ts";

/**
 * The object of a request, as attributes of a `get`. A viewer without the right to read it may not see the
 * result of the request, which shows parts of the object.
 */
export type ReadPlace = Omit<AuthorizationAttributes, "user">;

/** The right to get the object of a request. A client without it does not see the explanation. */
export function readPlace({ context: { info, verdicts } }: Pick<Remembered, "context">): ReadPlace {
  const { resource, namespace, name } = verdicts.at(-1)?.attributes ?? { ...info, resource: info };
  const { isResource } = info;
  const { group, version, resource: plural } = resource;
  return {
    verb: "get",
    isResource,
    group,
    version,
    resource: plural,
    subresource: "",
    namespace,
    name,
    path: "",
  };
}

/**
 * Authorizes a viewer to read the object. Requests without a resource show no object, and are always allowed.
 */
export function readRight(place: ReadPlace, { authorize }: Explained, user: UserInfo) {
  const what = { ...place, user };
  return { what, ...(place.isResource ? authorize(what) : { decision: "allow" as const, reason: "" }) };
}
