import type { JsonObject } from "../../json/value.ts";
import type { FieldFact, TypeFact } from "../notation/notation.ts";
import { fieldFacts } from "../notation/tables.ts";
import { goForm } from "./go-form.ts";
import { goFieldName } from "./go-names.ts";

/**
 * Fields of internal types that differ from those of their version, in the notation of `go-form.ts`. They replace those
 * with the same name on the wire.
 */
const DIFFERENCES: Readonly<Record<string, string>> = {
  "apps/v1.RollingUpdateDaemonSet": "MaxUnavailable:i MaxSurge:i",
  "apps/v1.RollingUpdateDeployment": "MaxUnavailable:i MaxSurge:i",
  "apps/v1.RollingUpdateStatefulSetStrategy": "Partition:i",
  "flowcontrol/v1.LimitedPriorityLevelConfiguration": "NominalConcurrencyShares:i",
  // Errors quote it with a selector that is already printed.
  "policy/v1.PodDisruptionBudgetSpec": "Selector:?",
};

/**
 * Returns a decoded value of a type such as `core/v1.PodSpec` in the reference's internal form, which its
 * errors quote.
 */
export const internalForm = (typeName: string, value: object): JsonObject =>
  goForm(internalFields, typeName, value);

/** Returns the fields of an internal type, in the notation of `go-form.ts`. */
export function internalFields(typeName: string): string | undefined {
  const facts = fieldFacts(typeName);
  if (facts === undefined) return undefined;
  const own = facts.filter(({ type }) => type.kind !== "message" || type.name !== "meta/v1.TypeMeta");
  const texts = new Map(own.map((fact) => [fact.name, fieldText(typeName, fact)]));
  for (const field of DIFFERENCES[typeName]?.split(" ") ?? []) texts.set(wireNameOf(field), field);
  return [...texts.values()].join(" ");
}

function fieldText(owner: string, { name, type, pointer, embedded }: FieldFact): string | undefined {
  if (embedded && type.kind === "message") return internalFields(type.name);
  if (name === "metadata") return "@metadata";
  const goName = goFieldName(owner, name);
  return `${goName}${smallFirst(goName) === name ? "" : `=${name}`}:${kindOf(type, pointer)}`;
}

function kindOf(type: TypeFact, pointer: boolean): string {
  if (type.kind === "map") return "%";
  if (type.kind === "list") return type.item.kind === "message" ? `[]${type.item.name}` : "?";
  if (type.kind === "scalar") return pointer ? "?" : (KINDS[type.code] ?? "?");
  if (type.name === "meta/v1.LabelSelector") return "@selector";
  return pointer ? `*${type.name}` : type.name;
}

const KINDS: Readonly<Record<string, string>> = { s: "s", i: "i", l: "i", b: "b", Q: "q" };

const smallFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const wireNameOf = (field: string): string => {
  const [names = ""] = field.split(":");
  const [goName = "", wireName = smallFirst(goName)] = names.split("=");
  return wireName;
};
