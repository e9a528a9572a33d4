import type { KubeObject } from "../../src/api/meta.ts";
import { clone } from "../../src/json/object.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { builtinResources } from "../../src/resources/kinds/index.ts";
import { createRegistry, type Registry } from "../../src/resources/registry.ts";
import type { WriteContext } from "../../src/resources/strategy.ts";
import { finish, prepareAndValidateNow, readNew, type Writing } from "../../src/resources/write.ts";

let registry: Registry | undefined;

export const context: WriteContext = {
  user: { username: "u", groups: [] },
  now: 0,
  subresource: "",
  newUid: () => "uid",
  warn: () => {},
};

/** The result of a write: the object as it would be stored, and all errors as `field: message`. */
export interface Written {
  readonly object: KubeObject;
  readonly problems: string[];
  /** Warnings for the client from before the validation. */
  readonly warnings: readonly string[];
}

interface Found {
  read(body: JsonObject): KubeObject;
  /** Returns the rules of the kind. The rules of metadata are tested elsewhere. */
  writing(old: KubeObject | undefined, warn?: (text: string) => void): Writing;
}

/** Returns the resource of `pods` or `pods/status`. */
function found(place: string): Found {
  registry ??= createRegistry(builtinResources({ v1beta1Registration: false }));
  const [plural = "", sub] = place.split("/");
  const known = registry.find("", "v1", plural);
  const strategy =
    sub === undefined ? known?.resource.strategy : known?.resource.subresources.get(sub)?.strategy;
  if (known === undefined || strategy === undefined) throw new Error(`no resource ${place}`);
  const { kind, resource } = known;
  return {
    read: (body) => readNew(kind, clone(body)),
    writing: (old, warn = context.warn) => ({
      resource,
      strategy,
      context: { ...context, warn },
      old,
      checksMeta: false,
      pause: undefined,
    }),
  };
}

/** Decodes an object, sets defaults, prepares and validates it for a creation. */
export function created(place: string, body: JsonObject): Written {
  const { read, writing } = found(place);
  const object = read(body);
  const warnings: string[] = [];
  const write = writing(undefined, (text) => warnings.push(text));
  return { problems: printed(prepareAndValidateNow(write, object)), object, warnings };
}

/** Does the same for an update; `old` is the body of the client's earlier creation. */
export function updated(place: string, old: JsonObject, body: JsonObject): Written {
  const { read, writing } = found(place);
  const stored = created(place.split("/")[0] ?? "", old).object;
  if (old.status !== undefined) stored.status = clone(old.status);
  const object = read(body);
  const warnings: string[] = [];
  const write = writing(stored, (text) => warnings.push(text));
  return { problems: printed(prepareAndValidateNow(write, object)), object, warnings };
}

export function createWarnings(place: string, body: JsonObject): readonly string[] {
  const { read, writing } = found(place);
  const object = read(body);
  const warnings: string[] = [];
  const write = writing(undefined, (text) => warnings.push(text));
  prepareAndValidateNow(write, object);
  finish(write, object);
  return warnings;
}

const printed = (errors: readonly { field: string; message: string }[]): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);
