import type { Attributes } from "../../attributes.ts";

/** The resource itself, none of its subresources, in any version. */
export function isResource({ resource, subresource }: Attributes, group: string, plural: string): boolean {
  return resource.resource === plural && resource.group === group && subresource === "";
}

export const isPods = (attributes: Attributes): boolean => isResource(attributes, "", "pods");
