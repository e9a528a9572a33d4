import type { Attributes } from "../../admission/attributes.ts";
import { unescapeToken } from "../../json/pointer.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../json/value.ts";
import { fewOf } from "../../report/few-of.ts";
import type { Cause } from "../explanation.ts";
import { type Path, placeIn } from "../sources.ts";
import type { World } from "../world.ts";
import type { Blame, LostValue } from "./field-writer.ts";

const MOST = 3;

/**
 * Causes for fields of a custom resource that the client sent, and that are not in the stored object, because a schema
 * does not have them: one for each place in the definition.
 */
export function lostFields(blame: Blame | undefined, { resource, kind }: Attributes, world: World): Cause[] {
  const lost = (blame?.lost ?? []).filter(
    ({ from, how, why, path }) =>
      from.kind === "client" &&
      how === "not stored" &&
      why.includes("has no such field") &&
      !path.startsWith("/metadata/"),
  );
  const name = `${resource.resource}.${resource.group}`;
  const definition = world.definitions().find(({ metadata }) => metadata.name === name);
  if (definition === undefined || blame?.stored !== true || lost.length === 0) return [];
  const groups = new Map<string, { place: Path; values: LostValue[] }>();
  for (const one of lost) {
    const place = placeOf(one, definition, resource.version);
    const group = groups.get(JSON.stringify(place)) ?? { place, values: [] };
    groups.set(JSON.stringify(place), { place, values: [...group.values, one] });
  }
  return [...groups.values()].map(({ place, values }) => {
    const paths = values.map(({ path }) => path);
    const isConverted = place[1] === "conversion";
    const message = `not stored: ${fewOf(paths, MOST)} of the ${kind.kind} in the request: ${values[0]?.why ?? ""}`;
    const advice = isConverted
      ? "write a conversion webhook, or declare the field in the stored version, too"
      : "declare the field in the schema, or write x-kubernetes-preserve-unknown-fields: true there";
    const of = `CustomResourceDefinition/${name}`;
    const at = placeIn(world.sources.find("CustomResourceDefinition", name), place);
    return { code: "not-stored", of, webhook: "", message, saw: paths, at, fix: "", advice };
  });
}

/** The conversion, or the part of the schema that does not have the field. */
function placeOf({ path, why }: LostValue, { spec }: JsonObject, version: string): Path {
  if (why.includes("conversion None")) return ["spec", "conversion", "strategy"];
  const versions = records(record(spec).versions);
  const index = versions.findIndex(({ name }) => text(name) === version);
  const place: (string | number)[] = ["spec", "versions", Math.max(0, index), "schema", "openAPIV3Schema"];
  let schema = record(record(versions[index]?.schema).openAPIV3Schema);
  for (const step of path.slice(1).split("/").map(unescapeToken)) {
    const inside = /^\d+$/.test(step) && isJsonObject(schema.items) ? ["items"] : ["properties", step];
    const next = inside.reduce((part, one) => record(part[one]), schema);
    if (Object.keys(next).length === 0) return place;
    place.push(...inside);
    schema = next;
  }
  return place;
}
