import { clone } from "../../src/json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import type { Random } from "../../tools/differential/random.ts";
import { type Corpus, itemOf } from "./corpus.ts";

/** A member or an item. */
interface Place {
  /** The name of the member, or of the list with `[]`. */
  readonly name: string;
  readonly value: Json;
  put(value: Json): void;
  remove(): void;
}

/** Changes one place of a body, in place. */
export function varyBody(body: Json, random: Random, corpus: Corpus): void {
  const places = placesOf(body, "").filter(({ name }) => !IDENTITY.has(name) || random.chance(0.05));
  if (places.length > 0) random.pick(CHANGES)(random.pick(places), random, corpus);
}

/** Members that are not changed, because the request would have another subject. */
const IDENTITY = new Set(["apiVersion", "kind", "namespace"]);

function placesOf(value: Json | undefined, name: string): Place[] {
  if (Array.isArray(value))
    return value.flatMap((item, i) => [
      {
        name: itemOf(name),
        value: item,
        put: (made: Json) => void value.splice(i, 1, made),
        remove: () => void value.splice(i, 1),
      },
      ...placesOf(item, itemOf(name)),
    ]);
  return isJsonObject(value) ? Object.keys(value).flatMap((key) => memberPlaces(value, key)) : [];
}

const memberPlaces = (object: JsonObject, key: string): Place[] => [
  {
    name: key,
    value: object[key] ?? null,
    put: (made) => {
      object[key] = made;
    },
    remove: () => {
      delete object[key];
    },
  },
  ...placesOf(object[key], key),
];

type Change = (place: Place, random: Random, corpus: Corpus) => void;

/** A value that occurs under the same name elsewhere. */
const another: Change = (place, random, corpus) => {
  const values = corpus.valuesOf(place.name);
  if (values.length > 0) place.put(clone(random.pick(values)));
};

/** One member or item more, as others have it. */
const more: Change = (place, random, corpus) => {
  const { value, name } = place;
  if (Array.isArray(value) && value.length > 0) value.push(clone(random.pick(value)));
  else if (isJsonObject(value) && corpus.membersOf(name).length > 0) {
    const member = random.pick(corpus.membersOf(name));
    const values = corpus.valuesOf(member);
    if (values.length > 0) value[member] = clone(random.pick(values));
  } else another(place, random, corpus);
};

const odd: Change = (place, random) => place.put(clone(random.pick(ODD)));
const remove: Change = (place) => place.remove();
const reverse: Change = (place, random, corpus) => {
  if (Array.isArray(place.value)) place.value.reverse();
  else another(place, random, corpus);
};

export const ODD: readonly Json[] = [
  "",
  null,
  [],
  {},
  true,
  0,
  -1,
  7,
  1.5,
  3_000_000_000,
  "5",
  "x".repeat(70),
  "Upper",
  "a b",
  "ü",
  [null],
  [{}],
  { a: null },
];

/** Changes that are listed twice are chosen twice as often. */
const CHANGES: readonly Change[] = [another, another, another, more, more, odd, remove, reverse];
