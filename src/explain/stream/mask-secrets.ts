import { createHmac, randomBytes } from "node:crypto";
import { isJsonObject, type Json, type JsonObject, record } from "../../api/json.ts";
import { LAST_APPLIED, SECRET_PLACES } from "../../api/secret-places.ts";
import { SecretTexts } from "../../api/secret-texts.ts";
import { setKey } from "../../json/object.ts";

/** Of this process: nobody can try values. */
const KEY = randomBytes(32);
/** By kind: all that says the same as the object too. */
const PLACES: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  SECRET_PLACES.map(({ kind }) => [
    kind,
    [
      ...SECRET_PLACES.filter((one) => one.kind === kind).map(({ path }) => path),
      ["metadata", "annotations", LAST_APPLIED],
    ],
  ]),
);

/** In the place of a value: equal values have equal placeholders. Valid base64, as the values of Secrets have to be. */
const placeholder = (value: string): string =>
  `masked//${createHmac("sha256", KEY).update(value).digest("hex").slice(0, 12)}`;

const isPlaceholder = (text: string): boolean => /^masked\/\/[0-9a-f]{12}$/.test(text);

/** Whether objects of this kind hold what nobody is to see. */
const isSecretKind = (kind: string): boolean => PLACES.has(kind);

/**
 * The same without the values of Secrets and tokens. `kind`: of the object that the request is about; `objects`: where
 * its values are learned, which are then masked wherever they stand in `value`: in messages, patches and reviews too.
 * `recording/mask/masker.ts` does the same for recordings, and says why it masks more.
 */
export function maskSecrets<T>(value: T, kind: string, objects: () => readonly unknown[]): T {
  if (!isSecretKind(kind)) return value;
  const texts = new SecretTexts();
  for (const object of objects()) learn(object, kind, texts);
  const places = PLACES.get(kind) ?? [];
  return masked(value as Json, { places, pointers: places.map(pointerTo), texts }) as T;
}

interface Masking {
  readonly places: readonly (readonly string[])[];
  /** The same places as JSON pointers. */
  readonly pointers: readonly string[];
  readonly texts: SecretTexts;
}

function learn(object: unknown, kind: string, texts: SecretTexts): void {
  for (const path of PLACES.get(kind) ?? [])
    for (const text of textsIn(valueAt(object, path))) {
      texts.add(text, () => placeholder(text));
      const decoded = Buffer.from(text, "base64").toString();
      if (!decoded.includes("\ufffd")) texts.add(decoded, () => placeholder(decoded));
    }
}

const valueAt = (object: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => record(at)[key], object);

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
  // The places first: what stands there is not searched.
  const own = masking.places.reduce(maskAt, value);
  for (const [key, member] of Object.entries(own)) setKey(out, key, masked(member ?? null, masking));
  if (typeof value.op === "string" && typeof value.path === "string" && isSecretPath(value.path, masking))
    out.value = allMasked(out.value);
  return out;
}

/** A copy, where there is such a place. */
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

/** An operation of a JSON patch at, below or above such a place. */
const isSecretPath = (path: string, { pointers }: Masking): boolean =>
  pointers.some((one) => one === path || path.startsWith(`${one}/`) || one.startsWith(`${path}/`));

const pointerTo = (path: readonly string[]): string =>
  path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
