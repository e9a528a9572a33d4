import type { JsonObject } from "../../json/value.ts";
import type { FieldFact, TypeFact } from "../notation/notation.ts";
import { fieldFacts } from "../notation/tables.ts";
import { goForm } from "./go-form.ts";
import { goFieldName } from "./go-names.ts";

/**
 * Fields of internal types that differ from those of their version, by the name on the wire of the field that they
 * replace, in the notation of `go-form.ts`.
 */
const DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "apps/v1.RollingUpdateDaemonSet": { maxUnavailable: "MaxUnavailable:i", maxSurge: "MaxSurge:i" },
  "apps/v1.RollingUpdateDeployment": { maxUnavailable: "MaxUnavailable:i", maxSurge: "MaxSurge:i" },
  "apps/v1.RollingUpdateStatefulSetStrategy": { partition: "Partition:i" },
  // v1beta1 has two more fields.
  "certificates/v1.PodCertificateRequestSpec": {
    stubPKCS10Request: "PKIXPublicKey:? ProofOfPossession:? StubPKCS10Request=stubPKCS10Request:?",
  },
  "flowcontrol/v1.LimitedPriorityLevelConfiguration": {
    nominalConcurrencyShares: "NominalConcurrencyShares:i",
  },
  // Errors quote it with a selector that is already printed.
  "policy/v1.PodDisruptionBudgetSpec": { selector: "Selector:?" },
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
  for (const [name, text] of Object.entries(DIFFERENCES[typeName] ?? {})) texts.set(name, text);
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
