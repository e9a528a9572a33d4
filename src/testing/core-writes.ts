import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { clone } from "../json/object.ts";
import type { Strategy, WriteContext } from "../resources/kind.ts";
import { builtinResources } from "../resources/kinds/index.ts";
import { createRegistry, type Registry } from "../resources/registry.ts";

let registry: Registry | undefined;

export const context: WriteContext = {
  user: { username: "u", groups: [] },
  now: 0,
  subresource: "",
  dryRun: false,
  newUid: () => "uid",
  warn: () => {},
};

/** What came of a write: the object as it would be stored, and `field: message` of everything wrong with it. */
export interface Written {
  readonly object: KubeObject;
  readonly problems: string[];
}

/** `pods` or `pods/status`. */
function found(resource: string): { read(body: JsonObject): KubeObject; strategy: Strategy } {
  registry ??= createRegistry(builtinResources({ v1beta1Registration: false }));
  const [plural = "", sub] = resource.split("/");
  const kind = registry.find("", "v1", plural);
  const strategy =
    sub === undefined ? kind?.resource.strategy : kind?.resource.subresources.get(sub)?.strategy;
  if (kind === undefined || strategy === undefined) throw new Error(`no resource ${resource}`);
  return {
    strategy,
    read(body) {
      const object = kind.kind.decode(clone(body));
      kind.kind.applyDefaults(object);
      return object;
    },
  };
}

/** Decoded, defaulted, prepared and validated. */
export function created(resource: string, body: JsonObject): Written {
  const { read, strategy } = found(resource);
  const object = read(body);
  strategy.prepareForCreate?.(object, context);
  return { object, problems: printed(strategy.validateCreate?.(object, context)) };
}

/** As `created`; `old` is a client's body, too. */
export function updated(resource: string, old: JsonObject, body: JsonObject): Written {
  const { read, strategy } = found(resource);
  const stored = created(resource.split("/")[0] ?? "", old).object;
  if (old.status !== undefined) stored.status = clone(old.status);
  const object = read(body);
  strategy.prepareForUpdate?.(object, clone(stored), context);
  return { object, problems: printed(strategy.validateUpdate?.(object, stored, context)) };
}

export function createWarnings(resource: string, body: JsonObject): readonly string[] {
  const { read, strategy } = found(resource);
  const object = read(body);
  strategy.prepareForCreate?.(object, context);
  return strategy.warningsOnCreate?.(object) ?? [];
}

const printed = (errors: readonly { field: string; message: string }[] = []): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);
