import type { Activation } from "../../cel/plan/frame.ts";
import { absentMember } from "../filters/condition-hints.ts";
import { defaultBelow, definitionOf, placeInDefinition, schemasTo } from "../refused/schema-place.ts";
import type { Subject } from "../subject.ts";

/**
 * Says that an expression reads a part of a custom resource which is absent, and with it the defaults of its fields: the
 * server sets defaults only in objects that are there. Empty if this is not so.
 */
export function unsetDefault(
  expression: string,
  message: string,
  activation: Activation,
  { attributes: { resource }, world }: Subject,
): string {
  const { of = "", key = "" } = absentMember(expression, message, activation) ?? {};
  const [root, ...parents] = of.split(".");
  const definition = root === "object" ? definitionOf(resource, world) : undefined;
  if (definition === undefined) return "";
  const place = [...parents, key];
  const parts = schemasTo(place, definition, resource.version);
  const part = parts[place.length];
  const found =
    part === undefined || part.schema.default !== undefined ? undefined : defaultBelow(part.schema, key, 0);
  return part === undefined || found === undefined
    ? ""
    : `; the default of ${found} is set only if ${key} is there: default: {} for ${key} in the schema (${placeInDefinition(resource, part.path, world)}) sets it, too`;
}
