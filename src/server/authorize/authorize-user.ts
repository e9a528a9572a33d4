import type { UserInfo } from "../../api/meta.ts";
import type { AuthorizeUser } from "../../cel/admission-variables.ts";
import type { AuthorizationAttributes } from "./attributes.ts";
import type { Authorizer } from "./authorize.ts";

/** What expressions ask about rights, our authorizer answers. */
export function authorizeUser(authorize: Authorizer): AuthorizeUser {
  return (user, asked) => authorize(attributesOf(user, asked));
}

type Asked = Parameters<AuthorizeUser>[1];

/** Selectors are left out: neither RBAC nor any other authorizer of ours looks at them, as in the reference. */
function attributesOf(user: UserInfo, asked: Asked): AuthorizationAttributes {
  const none = {
    user,
    group: "",
    version: "",
    resource: "",
    subresource: "",
    namespace: "",
    name: "",
    path: "",
  };
  if (asked.kind === "path") return { ...none, isResource: false, verb: asked.verb, path: asked.path };
  const { verb, group, resource, subresource, namespace, name } = asked;
  return { ...none, isResource: true, version: "*", verb, group, resource, subresource, namespace, name };
}
