import type { KubeObject } from "../../../src/api/meta.ts";
import { clone } from "../../../src/json/object.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import type { KindDefinition } from "../../../src/resources/kind.ts";
import type { ResourceDefinition } from "../../../src/resources/resource-definition.ts";
import {
  finish,
  prepareAndValidateNow,
  readNew,
  type Writing,
  writingWithoutRequest,
} from "../../../src/resources/write.ts";

/** A resource in the version of the requests. */
export interface Target {
  readonly kind: KindDefinition;
  readonly resource: ResourceDefinition;
}

/**
 * Errors of a body without the values, one a line. Empty: it is valid. Undefined: it cannot be decoded.
 */
export function outcomeOf(
  target: Target,
  body: JsonObject,
  old?: KubeObject,
  subresource?: string,
): string | undefined {
  const object = decoded(target, body);
  if (object === undefined) return undefined;
  return prepareAndValidateNow(writing(target, old, subresource), object)
    .map(({ field, message }) => `${field}: ${message.replace(VALUE, "$1")}`)
    .join("\n");
}

const VALUE = /^((?:Invalid|Unsupported|Duplicate) value: ).*?(?=: |$)/s;

function writing(target: Target, old: KubeObject | undefined, subresource: string | undefined): Writing {
  const all = writingWithoutRequest(
    target,
    old === undefined ? {} : { old: clone(old as never) as KubeObject },
  );
  const strategy =
    subresource === undefined ? undefined : target.resource.subresources.get(subresource)?.strategy;
  return strategy === undefined ? all : { ...all, strategy };
}

function decoded({ kind }: Target, body: JsonObject): KubeObject | undefined {
  try {
    return withUid(readNew(kind, filled(body)));
  } catch {
    return undefined;
  }
}

/** The server gives the uid before it validates. */
function withUid(object: KubeObject): KubeObject {
  object.metadata.uid = "01234567-89ab-cdef-0123-456789abcdef";
  return object;
}

/** The object as it is stored. */
export function stored(target: Target, body: JsonObject): KubeObject {
  const object = withUid(readNew(target.kind, filled(body)));
  const errors = prepareAndValidateNow(writing(target, undefined, undefined), object);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${target.kind.kind}: ${first.field}: ${first.message}`);
  finish(writing(target, undefined, undefined), object);
  return object;
}

const filled = (body: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(body).replaceAll("{{id}}", "id0").replaceAll("{{ns}}", "ns0")) as JsonObject;
