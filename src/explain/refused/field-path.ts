import { type JsonObject, record } from "../../json/value.ts";
import type { Path } from "../sources.ts";

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
 * Converts the field of an error to a path of the object as it is written. Of a CustomResourceDefinition, the server names
 * fields of its internal form: `spec.validation.openAPIV3Schema.properties[spec]`.
 */
export function fieldPath(field: string, object: JsonObject): Path {
  const { kind, spec } = object;
  // The server leaves out the metadata of a template.
  const path = pathOfField(field.replace(/\.template\.(labels|annotations)\b/, ".template.metadata.$1"));
  const [top = "", member, ...rest] = path;
  // The server leaves out the spec of some fields: nodeAffinity of a PersistentVolume.
  if (object[top] === undefined && record(spec)[top] !== undefined) return ["spec", ...path];
  if (kind === "PersistentVolumeClaim" && member === "resources" && rest[0] === "storage")
    return ["spec", "resources", "requests", "storage"];
  if (kind !== "CustomResourceDefinition" || top !== "spec" || typeof member !== "string") return path;
  const written = record(spec);
  const shared = SHARED[member];
  if (shared !== undefined && written[member] === undefined && Array.isArray(written.versions))
    return [
      "spec",
      "versions",
      0,
      ...shared,
      ...rest.map((part) => (part === "JSONPath" ? "jsonPath" : part)),
    ];
  const [first, ...more] = rest;
  const moved = member === "conversion" ? CONVERSION[String(first)] : undefined;
  return moved === undefined ? path : ["spec", member, ...moved, ...more];
}

/** Splits `a.b[0].properties[x.y]` into its names and indexes. */
export const pathOfField = (field: string): Path =>
  [...field.matchAll(/\[([^[\]]*)\]|([^.[\]]+)/g)].map(([, inside, name = ""]) => {
    const part = inside ?? name;
    return /^\d+$/.test(part) ? Number(part) : part;
  });
