import type { Attributes } from "../../attributes.ts";

/** True for requests to the resource itself, in any version, but not to its subresources. */
export function isResource({ resource, subresource }: Attributes, group: string, plural: string): boolean {
  return resource.resource === plural && resource.group === group && subresource === "";
}

/** True for pods, not for their subresources. */
export const isPods = (attributes: Attributes): boolean => isResource(attributes, "", "pods");
