import type { UserInfo } from "../../api/meta.ts";
import type { AuthorizeUser } from "../../cel/kubernetes/admission-variables.ts";
import { type AuthorizationAttributes, askedOfPath, askedOfResource } from "./attributes.ts";
import type { ImmediateAuthorizer } from "./authorize.ts";

/** Connects the authorization checks of expressions to the server's authorizer. */
export function authorizeUser(authorize: ImmediateAuthorizer): AuthorizeUser {
  return (user, asked) => authorize(attributesOf(user, asked));
}

type Asked = Parameters<AuthorizeUser>[1];

function attributesOf(user: UserInfo, asked: Asked): AuthorizationAttributes {
  if (asked.kind === "path") return askedOfPath(user, asked.verb, asked.path);
  const { kind: _kind, verb, ...about } = asked;
  return askedOfResource(user, verb, { version: "*", ...about });
}
