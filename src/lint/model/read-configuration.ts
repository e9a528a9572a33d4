import { parseGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { FieldError } from "../../api/validation/field-error.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { text } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { prepareAndValidateNow, readNew, writingWithoutRequest } from "../../resources/write.ts";

/** A webhook configuration, policy, binding or definition as a server would accept it. */
export interface Configuration {
  readonly of: Manifest;
  readonly found: FoundKind;
  /** The object in v1, with defaults; undefined if it cannot be read. */
  readonly stored: KubeObject | undefined;
  /** The reason that it cannot be read; empty if it can. */
  readonly unreadable: string;
  /** Fields that the server does not know, as `spec.x`. */
  readonly unknown: readonly string[];
  /** Returns the errors for which the server would refuse it. */
  errors(): readonly FieldError[];
}

/** Reads a configuration; undefined if its kind is not in the registry. */
export function readConfiguration(of: Manifest, registry: Registry): Configuration | undefined {
  const { group, version } = parseGroupVersion(text(of.object.apiVersion));
  const found = registry.findKind(group, version, text(of.object.kind));
  if (found === undefined) return undefined;
  const unknown: string[] = [];
  const read = decoded(of, found, unknown);
  const stored = typeof read === "string" ? undefined : read;
  return {
    of,
    found,
    stored,
    unreadable: typeof read === "string" ? read : "",
    unknown,
    errors: () => (stored === undefined ? [] : errorsOf(stored, found)),
  };
}

function decoded(of: Manifest, { kind }: FoundKind, unknown: string[]): KubeObject | string {
  try {
    return readNew(kind, structuredClone(of.object), { unknown: (path) => void unknown.push(path) });
  } catch (error) {
    return messageOf(error);
  }
}

/** Validates a configuration without its metadata, or a definition, whose name depends on its spec. */
const errorsOf = (stored: KubeObject, found: FoundKind): readonly FieldError[] =>
  prepareAndValidateNow(
    writingWithoutRequest(found, { checksMeta: found.kind.kind === "CustomResourceDefinition" }),
    structuredClone(stored),
  );
