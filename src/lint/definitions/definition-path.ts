import type { Path } from "../../explain/sources.ts";
import { type JsonObject, record } from "../../json/value.ts";

/** Members that the server has at the top of `spec` if all versions agree, with their places in a version. */
const SHARED: Readonly<Record<string, Path>> = {
  validation: ["schema"],
  additionalPrinterColumns: ["additionalPrinterColumns"],
  subresources: ["subresources"],
  selectableFields: ["selectableFields"],
};
/** Members of `spec.conversion` in the server's form, with their places in a manifest. */
const CONVERSION: Readonly<Record<string, Path>> = {
  webhookClientConfig: ["webhook", "clientConfig"],
  conversionReviewVersions: ["webhook", "conversionReviewVersions"],
};

/**
 * Converts the field of an error about a CustomResourceDefinition to a path of its manifest. The server names
 * fields of its internal form: `spec.validation.openAPIV3Schema.properties[spec]`.
 */
export function definitionPath(field: string, { spec }: JsonObject): Path {
  const [top, member, ...rest] = partsOf(field);
  if (top !== "spec" || typeof member !== "string") return partsOf(field);
  const written = record(spec);
  const shared = SHARED[member];
  if (shared !== undefined && written[member] === undefined && Array.isArray(written.versions))
    return ["spec", "versions", 0, ...shared, ...rest];
  const [first, ...more] = rest;
  const moved = member === "conversion" ? CONVERSION[String(first)] : undefined;
  return moved === undefined ? ["spec", member, ...rest] : ["spec", member, ...moved, ...more];
}

/** Splits `a.b[0].properties[x.y]` into its names and indexes. */
const partsOf = (field: string): (string | number)[] =>
  [...field.matchAll(/\[([^[\]]*)\]|([^.[\]]+)/g)].map(([, inside, name = ""]) =>
    inside === undefined ? name : /^\d+$/.test(inside) ? Number(inside) : inside,
  );
