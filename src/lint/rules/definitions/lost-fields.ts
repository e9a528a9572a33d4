import { nearest } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import type { Path } from "../../../explain/sources.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../../json/value.ts";
import { isOpen } from "../../definitions/schema-parts.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Conversion None changes apiVersion only, and the server prunes what the schema of the stored version does not have. */
export const fieldLost: Rule = {
  id: "field-lost",
  severity: "warning",
  summary:
    "A served version of a CustomResourceDefinition has a field that the stored version lacks, without a conversion",
  check: (model: Model) => model.of("CustomResourceDefinition").flatMap(problemsOf),
};

function problemsOf(of: Manifest): Problem[] {
  const { versions, conversion, preserveUnknownFields } = record(of.object.spec);
  const { strategy = "None" } = record(conversion);
  const all = records(versions);
  const stored = all.find(({ storage }) => storage === true);
  if (strategy !== "None" || preserveUnknownFields === true || stored === undefined) return [];
  const target = schemaOf(stored);
  return all.flatMap((version): Problem[] => {
    if (version === stored || version.served !== true) return [];
    const [lost] = missingFields(schemaOf(version), target, []);
    if (lost === undefined) return [];
    const name = lost.filter((step) => step !== "properties").join(".");
    const message = `${name} of ${text(version.name)} is not in ${text(stored.name)}, the stored version, and conversion None changes only apiVersion: what a client writes there is lost`;
    const fix = `strategy: Webhook, or declare ${name} in ${text(stored.name)}, too`;
    return [{ of, path: ["spec", "conversion", "strategy"], message, fix }];
  });
}

const schemaOf = ({ schema }: JsonObject): JsonObject => record(record(schema).openAPIV3Schema);

/** The places of fields that one schema declares, and the other one prunes. */
function missingFields(from: JsonObject, to: JsonObject, path: Path): Path[] {
  if (to["x-kubernetes-preserve-unknown-fields"] === true) return [];
  const known = record(to.properties);
  const values = record(to.additionalProperties);
  const isOpen = to.additionalProperties === true || isJsonObject(to.additionalProperties);
  const members = Object.entries(record(from.properties)).flatMap(([name, part]): Path[] => {
    const other = known[name];
    if (path.length === 0 && OWN.has(name)) return [];
    const at = [...path, "properties", name];
    if (other === undefined) return isOpen ? missingFields(record(part), values, at) : [at];
    return missingFields(record(part), record(other), at);
  });
  return [
    ...members,
    ...(["items", "additionalProperties"] as const).flatMap((inner) =>
      isJsonObject(from[inner]) && isJsonObject(to[inner])
        ? missingFields(record(from[inner]), record(to[inner]), [...path, inner])
        : [],
    ),
  ];
}

/** The fields of every object. */
const OWN: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** The server prunes what the schema does not declare, so that nothing is found at such a path. */
export const undeclaredPath: Rule = {
  id: "undeclared-path",
  severity: "warning",
  summary: "A subresource or a column of a definition reads a field that its schema does not declare",
  check: (model) =>
    model
      .of("CustomResourceDefinition")
      .filter(({ object }) => record(object.spec).preserveUnknownFields !== true)
      .flatMap((of) =>
        records(record(of.object.spec).versions).flatMap((version, index) =>
          undeclaredIn(of, version, ["spec", "versions", index]),
        ),
      ),
};

function undeclaredIn(of: Manifest, version: JsonObject, at: Path): Problem[] {
  const schema = record(record(version.schema).openAPIV3Schema);
  const { scale, status } = record(version.subresources);
  if (Object.keys(record(schema.properties)).length === 0) return [];
  const seen = new Set<string>();
  const said = (path: Path, read: Json | undefined, effect: string): Problem[] => {
    const missing = undeclared(text(read), schema);
    if (missing === undefined || seen.size === seen.add(missing.name).size) return [];
    const message = `${text(read)}: the schema declares no ${missing.name}, so that ${effect}`;
    const fix = missing.near === undefined ? `declare ${missing.name}` : `write ${missing.near}`;
    return [{ of, path: [...at, ...path], message, fix }];
  };
  const scaled = Object.entries(record(scale)).flatMap(([field, path]) =>
    said(["subresources", "scale", field], path, "the scale has no value there"),
  );
  const columns = records(version.additionalPrinterColumns).flatMap(({ jsonPath }, index) =>
    said(["additionalPrinterColumns", index, "jsonPath"], jsonPath, "the column is always empty"),
  );
  const lost = isJsonObject(status)
    ? said(["schema", "openAPIV3Schema", "properties"], ".status", "what is written into the status is lost")
    : [];
  // A definition may have the subresource, and no status at all.
  const fix = "declare status, or take out subresources.status if there is none";
  return [...scaled, ...columns, ...lost.map((one) => ({ ...one, fix, severity: "info" as const }))];
}

/** The first member of a path that a schema does not declare; undefined if it declares all, or lets any pass. */
function undeclared(path: string, root: JsonObject): { name: string; near: string | undefined } | undefined {
  let schema = root;
  // Filters of lists can have dots in their texts.
  const [, ...steps] = path.replaceAll(/\[[^[\]]*\]/g, "[]").split(".");
  for (const step of steps) {
    const name = step.replaceAll("[]", "");
    if (
      (schema === root && OWN.has(name)) ||
      !/^\w+$/.test(name) ||
      isOpen(schema) ||
      schema.properties === undefined
    )
      return undefined;
    const properties = record(schema.properties);
    const inside = properties[name];
    if (!isJsonObject(inside)) return { name, near: nearest(name, Object.keys(properties)) };
    schema = step.endsWith("[]") ? record(inside.items) : inside;
  }
  return undefined;
}
