import type { Manifest } from "../../../explain/offline/manifests.ts";
import type { Path } from "../../../explain/sources.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../../json/value.ts";
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
