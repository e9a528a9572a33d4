import { type Json, record } from "../../json/value.ts";
import type { Cause } from "../explanation.ts";
import { definitionHint } from "../refused/definition-hints.ts";
import { placeInBody, placeInMerged } from "../refused/place-in-body.ts";
import { definitionOf, placeInDefinition, schemasTo } from "../refused/schema-place.ts";
import { type Path, pointerOf } from "../sources.ts";
import { appliedTo, patchCure } from "../steps/patch-cure.ts";
import { plainWords } from "../steps/plain-words.ts";
import { jsonIn, placeInOperations } from "./patch-place.ts";
import { causeOf, type Refusal } from "./refusal.ts";
import { type UnknownField, unknownFields } from "./unknown-fields.ts";

/** The cause of a body that the server cannot read. */
export function bodyCause({ answer: { message }, context, object, world }: Refusal): Cause {
  const { group = "", version = "", resource = "" } = context?.info ?? {};
  const sent = object ?? context?.requestObject ?? jsonIn(context?.trail?.body);
  const found = world.registry.find(group, version, resource);
  const unknown = unknownCause("the body was refused", message, sent, { group, version, resource }, world);
  if (unknown !== undefined) return unknown;
  const operations = placeInOperations(message, context?.trail?.unapplied?.patch);
  const at = operations.length > 0 ? operations : placeInBody(message, sent, found?.kind.shape);
  const told = plainWords(message);
  const advice = definitionHint(told, at, record(sent));
  return {
    ...causeOf("decoding", `the body cannot be read: ${told}${typeHint(message)}`, pointerOf(at)),
    ...(advice !== "" && { advice }),
  };
}

/** The cause of a field that the kind does not have; undefined for other errors. */
function unknownCause(
  told: string,
  message: string,
  object: Json,
  of: Resource,
  world: Refusal["world"],
): Cause | undefined {
  const found = world.registry.find(of.group, of.version, of.resource);
  const [unknown] = unknownFields(message, found, { object, registry: world.registry });
  if (unknown === undefined) return undefined;
  const schema = isUnexplained(unknown) ? schemaWithout(unknown.path, of, world) : "";
  const at = pointerOf(unknown.path);
  return {
    ...causeOf("unknown-field", `${told}: ${unknown.message}${schema}`, at, unknown.near),
    advice: NOT_HERE,
  };
}

const NOT_HERE =
  "remove the field, or write it where it belongs; a validation that is not strict drops it with a warning";

const isUnexplained = ({ message }: UnknownField): boolean => message.endsWith('"');

/** Names the part of a definition that does not declare a field; empty for built-in kinds. */
function schemaWithout(path: Path, of: Resource, world: Refusal["world"]): string {
  const definition = definitionOf(of, world);
  const part = definition && schemasTo(path.slice(0, -1), definition, of.version).at(-1);
  return part === undefined
    ? ""
    : `; its schema does not declare it (${placeInDefinition(of, part.path, world)}): another release of the definition may`;
}

type Resource = Readonly<Record<"group" | "version" | "resource", string>>;

/** The cause of a JSON patch that the server cannot apply, with the operation that is wrong. */
export function patchCause(
  problem: string,
  unapplied: NonNullable<NonNullable<Refusal["context"]>["trail"]>["unapplied"],
): Cause {
  const patch = jsonIn(unapplied?.patch);
  const operations = Array.isArray(patch) ? patch.map(record) : [];
  const done = appliedTo(unapplied?.live, operations);
  const advice = patchCure(problem, unapplied?.live, operations, done);
  const which = done.failing === undefined ? "" : `operation ${done.failing} of `;
  return {
    ...causeOf("decoding", `${which}the patch cannot be applied: ${problem}`),
    ...(advice !== "" && { advice }),
  };
}

const MERGED = "patch: Invalid value: ";

/** The cause of a patched object with a value of the wrong type; undefined for other errors. */
export function mergedCause({ answer: { message }, context, object, world }: Refusal): Cause | undefined {
  if (!message.includes(MERGED)) return undefined;
  // The error quotes the whole object before it.
  const told = message.slice(message.lastIndexOf('": ') + '": '.length);
  const { group = "", version = "", resource = "" } = context?.info ?? {};
  const shape = world.registry.find(group, version, resource)?.kind.shape;
  const merged = object ?? context?.trail?.patched ?? null;
  const refused = "the server cannot read the patched object";
  const unknown = unknownCause(refused, told, merged, { group, version, resource }, world);
  if (unknown !== undefined) return unknown;
  const at = placeInMerged(told, merged, shape);
  return causeOf("refused", `${refused}: ${plainWords(told)}`, pointerOf(at));
}

/** A list of operations is a patch of another type. */
const typeHint = (message: string): string =>
  message.startsWith("error decoding patch: json: cannot unmarshal array into Go value")
    ? " (a list of operations is a JSON patch: send it as application/json-patch+json)"
    : "";
