import { readQuantity } from "../../api/quantity/quantity-text.ts";
import { type Json, record } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import type { Cause } from "../explanation.ts";
import { definitionHint } from "../refused/definition-hints.ts";
import { pathOfField } from "../refused/field-path.ts";
import { shapeBelow } from "../refused/shape-at.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";
import { plainWords } from "../steps/plain-words.ts";
import { causeOf, type Refusal } from "./refusal.ts";
import { unknownFields } from "./unknown-fields.ts";

/** The cause of a body that the server cannot read. */
export function bodyCause({ answer: { message }, context, object, world }: Refusal): Cause {
  const { group = "", version = "", resource = "" } = context?.info ?? {};
  const sent = object ?? context?.requestObject ?? jsonOf(context?.trail?.body);
  const found = world.registry.find(group, version, resource);
  const [unknown] = unknownFields(message, found);
  if (unknown !== undefined)
    return causeOf(
      "unknown-field",
      `the body was refused: ${unknown.message}`,
      pointerOf(unknown.path),
      unknown.near,
    );
  const at = placeInBody(message, sent, found?.kind.shape);
  const told = plainWords(message);
  const advice = definitionHint(told, at, record(sent));
  return {
    ...causeOf("decoding", `the body cannot be read: ${told}${typeHint(message)}`, pointerOf(at)),
    ...(advice !== "" && { advice }),
  };
}

/** The body of a create or an update, if it is JSON. */
const jsonOf = (body: Uint8Array | undefined): Json =>
  attempt(() => body && JSON.parse(Buffer.from(body).toString())) ?? null;

/** A list of operations is a patch of another type. */
const typeHint = (message: string): string =>
  message.startsWith("error decoding patch: json: cannot unmarshal array into")
    ? " (a list of operations is a JSON patch: send it as application/json-patch+json)"
    : "";

/**
 * Returns the place of an error of the decoder, which names fields without the indexes of lists, and the types of embedded
 * structs between them, or names no field; empty if it is not known. `shape`: that of the kind.
 */
export function placeInBody(message: string, sent: Json, shape?: ReturnType<typeof shapeBelow>): Path {
  const bad = BAD.find(({ told }) => message.includes(told));
  if (bad !== undefined) return firstBad(sent, shape, bad) ?? [];
  if (message.startsWith("the name of the object")) return ["metadata", "name"];
  if (message.startsWith("the namespace of the")) return ["metadata", "namespace"];
  const [before = "", after = ""] = message.split(" into Go struct field ", 2);
  const [got = ""] = before.split("cannot unmarshal ").at(-1)?.split(" ") ?? [];
  // The name of the type is first: `EnvVar.spec.containers.env.value`.
  const [whole = ""] = after.split(" of type", 1);
  const field = whole.slice(whole.indexOf(".") + 1);
  const isWrong = (value: Json): boolean => typeOf(value) === got;
  return field === "" ? [] : (firstPlace(sent, pathOfField(field.replace(/\.[A-Z]\w*/g, "")), isWrong) ?? []);
}

/** Values of a type that the decoder cannot read, and does not name. */
interface Bad {
  readonly told: string;
  readonly scalar: string;
  isRight(text: string): boolean;
}

const BAD: readonly Bad[] = [
  { told: "quantities must match", scalar: "quantity", isRight: (text) => isQuantity(text) },
  { told: "illegal base64", scalar: "bytes", isRight: (text) => isBase64(text) },
];

/** The first value of a type that cannot be read. */
function firstBad(value: Json | undefined, shape: ReturnType<typeof shapeBelow>, bad: Bad): Path | undefined {
  if (shape?.kind === "scalar") {
    const isBad = shape.scalar === bad.scalar && (typeof value !== "string" || !bad.isRight(value));
    return isBad && typeof value !== "number" ? [] : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of Object.keys(value).map(indexed(value))) {
    const found = firstBad(valueAt(value, [key]), shapeBelow(shape, key), bad);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

/** True for base64 as Go reads it: it ignores line feeds, and no other white space. */
export const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replace(/[\r\n]/g, ""));

const isQuantity = (text: string): boolean => attempt(() => readQuantity(text)) !== undefined;

/** The first value below a path without indexes and keys of maps for which the test holds: itself, or a member of it. */
function firstPlace(value: Json | undefined, path: Path, test: (value: Json) => boolean): Path | undefined {
  if (typeof value !== "object" || value === null)
    return value !== undefined && value !== null && path.length === 0 && test(value) ? [] : undefined;
  const [first, ...rest] = path;
  if (first === undefined && test(value)) return [];
  const all = Object.keys(value).map(indexed(value));
  const isField = first !== undefined && valueAt(value, [first]) !== undefined;
  const direct = first === undefined ? all.find((key) => test(valueAt(value, [key]) ?? null)) : undefined;
  if (direct !== undefined) return [direct];
  for (const key of isField ? [first] : all) {
    const found = firstPlace(valueAt(value, [key]), isField ? rest : path, test);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

const indexed =
  (value: Json) =>
  (key: string): string | number =>
    Array.isArray(value) ? Number(key) : key;

/** The type of a value in the words of the decoder. */
function typeOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}
