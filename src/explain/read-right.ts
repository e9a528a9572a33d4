import type { UserInfo } from "../api/meta.ts";
import type { AuthorizationAttributes } from "../server/authorize/attributes.ts";
import type { Remembered } from "./remembered.ts";
import type { Explained } from "./world.ts";

/** What a request was about. Who may not read that may not see what became of the request: it shows parts of the object. */
export type ReadPlace = Omit<AuthorizationAttributes, "user">;

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

/** What is about no resource shows no object. */
export function readRight(place: ReadPlace, { authorize }: Explained, user: UserInfo) {
  const what = { ...place, user };
  return { what, ...(place.isResource ? authorize(what) : { decision: "allow" as const, reason: "" }) };
}
