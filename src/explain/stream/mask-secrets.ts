import { createHmac, randomBytes } from "node:crypto";
import { LAST_APPLIED, SECRET_PLACES } from "../../api/secrets/secret-places.ts";
import { SecretTexts } from "../../api/secrets/secret-texts.ts";
import { setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Remembered } from "../remembered.ts";
import { pointerOf, valueAt } from "../sources.ts";

/** Masks a request's Secret or token values in `value`. */
export const maskRequest = <T>(value: T, request: Pick<Remembered, "context">): T =>
  maskSecrets(value, kindOf(request), () => objectsOf(request));

const kindOf = ({ context: { verdicts, info } }: Pick<Remembered, "context">): string =>
  verdicts.at(-1)?.attributes.kind.kind ?? (info.resource === "secrets" && info.group === "" ? "Secret" : "");

const objectsOf = ({ context: { verdicts, requestObject } }: Pick<Remembered, "context">): unknown[] => [
  requestObject,
  ...verdicts.flatMap(({ attributes: { oldObject }, received, validated, hooks }) => [
    oldObject,
    received,
    validated,
    ...hooks.map(({ object }) => object),
  ]),
];

/** Random key of this process, so that values cannot be guessed from their placeholders. */
const KEY = randomBytes(32);
/** Paths of secret values by kind, including the annotation that has a copy of the object. */
const PLACES: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  SECRET_PLACES.map(({ kind }) => [
    kind,
    [
      ...SECRET_PLACES.filter((one) => one.kind === kind).map(({ path }) => path),
      ["metadata", "annotations", LAST_APPLIED],
    ],
  ]),
);

/**
 * Replaces a value. Equal values have equal placeholders. A placeholder is valid base64, as required for the
 * values of Secrets.
 */
const placeholder = (value: string): string =>
  `masked//${createHmac("sha256", KEY).update(value).digest("hex").slice(0, 12)}`;

const isPlaceholder = (text: string): boolean => /^masked\/\/[0-9a-f]{12}$/.test(text);

/** True if objects of this kind contain secret values. */
const isSecretKind = (kind: string): boolean => PLACES.has(kind);

/**
 * Returns a copy without the values of Secrets and tokens. `kind` is the kind of the request's object.
 * `objects` are the objects whose secret values are collected; these values are then masked everywhere in
 * `value`: in messages, patches and reviews, too. `recording/mask/masker.ts` does the same for recordings,
 * and explains why it masks more.
 */
export function maskSecrets<T>(value: T, kind: string, objects: () => readonly unknown[]): T {
  if (!isSecretKind(kind)) return value;
  const texts = new SecretTexts();
  for (const object of objects()) learn(object, kind, texts);
  const places = PLACES.get(kind) ?? [];
  return masked(value as Json, { places, pointers: places.map(pointerOf), texts }) as T;
}

interface Masking {
  readonly places: readonly (readonly string[])[];
  /** The same places as JSON pointers. */
  readonly pointers: readonly string[];
  readonly texts: SecretTexts;
}

function learn(object: unknown, kind: string, texts: SecretTexts): void {
  for (const path of PLACES.get(kind) ?? [])
    for (const text of textsIn(valueAt(object as Json, path))) {
      texts.add(text, () => placeholder(text));
      const decoded = Buffer.from(text, "base64").toString();
      if (!decoded.includes("\ufffd")) texts.add(decoded, () => placeholder(decoded));
    }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function masked(value: Json, masking: Masking): Json {
  if (typeof value === "string") return isPlaceholder(value) ? value : masking.texts.mask(value);
  if (Array.isArray(value)) return value.map((one) => masked(one, masking));
  if (!isJsonObject(value)) return value;
  const out: JsonObject = {};
  // The places come first: their content is not searched for values.
  const own = masking.places.reduce(maskAt, value);
  for (const [key, member] of Object.entries(own)) setKey(out, key, masked(member ?? null, masking));
  if (typeof value.path === "string" && value.value !== undefined && isSecretPath(value.path, masking))
    out.value = allMasked(out.value);
  return out;
}

/** Returns a copy with the value at this path masked; the object itself if it has no such path. */
function maskAt(object: JsonObject, path: readonly string[]): JsonObject {
  const [key = "", ...rest] = path;
  const member = Object.hasOwn(object, key) ? object[key] : undefined;
  if (member === undefined) return object;
  if (rest.length === 0) return { ...object, [key]: allMasked(member) };
  return isJsonObject(member) ? { ...object, [key]: maskAt(member, rest) } : object;
}

function allMasked(value: Json | undefined): Json {
  if (typeof value === "string") return isPlaceholder(value) ? value : placeholder(value);
  if (Array.isArray(value)) return value.map(allMasked);
  if (!isJsonObject(value)) return value ?? null;
  const out: JsonObject = {};
  for (const [key, member] of Object.entries(value)) setKey(out, key, allMasked(member));
  return out;
}

/** True if the path of a JSON patch operation is a secret place, or is below or above one. */
const isSecretPath = (path: string, { pointers }: Masking): boolean =>
  pointers.some((one) => one === path || path.startsWith(`${one}/`) || one.startsWith(`${path}/`));
