import { parseJson } from "../../json/parse/parse.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";

/** The latest objects in the log, limited in bytes: the most recently used ones are kept. */
export interface KnownObjects {
  get(place: string): JsonObject | undefined;
  set(place: string, object: JsonObject): void;
  forget(place: string): void;
}

/** Returns an empty store. `mostBytes` counts the characters of the objects' JSON. */
export function createKnownObjects(mostBytes: number): KnownObjects {
  // The objects as texts, whose size is known, in the order of use.
  const texts = new Map<string, string>();
  let bytes = 0;
  const forget = (place: string): void => {
    bytes -= texts.get(place)?.length ?? 0;
    texts.delete(place);
  };
  const keep = (place: string, text: string): void => {
    forget(place);
    texts.set(place, text);
    bytes += text.length;
    for (const oldest of texts.keys()) {
      if (bytes <= mostBytes) return;
      forget(oldest);
    }
  };
  return {
    forget,
    set: (place, object) => keep(place, stringify(object)),
    get(place) {
      const text = texts.get(place);
      if (text === undefined) return undefined;
      keep(place, text);
      const object = parseJson(text);
      return isJsonObject(object) ? object : undefined;
    },
  };
}
