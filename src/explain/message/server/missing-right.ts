/** Forbidden by the authorizer (apiserver/pkg/endpoints/handlers/responsewriters/errors.go, ForbiddenErrorMessage). */
export const NO_RIGHT: RegExp =
  /User "([^"]{1,500})" cannot (\w+) resource "([^"/]{1,253})(?:\/([^"]{1,253}))?" in API group "([^"]{0,253})"(?: in the namespace "([^"]{1,253})")?/;

/** Returns what gives the right that the text of an error says is missing; undefined for other texts. */
export function rightAdvice(message: string): string | undefined {
  const [, user, verb, resource, subresource, group, namespace] = NO_RIGHT.exec(message) ?? [];
  if (user === undefined) return undefined;
  const written = subresource === undefined ? resource : `${resource}/${subresource}`;
  const roles =
    namespace === undefined
      ? "a ClusterRoleBinding"
      : `a RoleBinding in ${namespace}, or a ClusterRoleBinding,`;
  const command = [
    `kubectl auth can-i ${verb} ${resource}${group === "" ? "" : `.${group}`}`,
    ...(subresource === undefined ? [] : [`--subresource ${subresource}`]),
    `--as ${user}`,
    ...(namespace === undefined ? [] : [`-n ${namespace}`]),
  ];
  return `${roles} has to give ${user} a role with the verb ${verb}, the resource ${written} and the API group ${JSON.stringify(group)}: ${command.join(" ")}`;
}
