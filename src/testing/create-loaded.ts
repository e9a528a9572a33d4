import { parseGroupVersion } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import { unknownFields } from "../explain/ending/unknown-fields.ts";
import type { Registry } from "../resources/registry.ts";
import type { Client } from "./client.ts";
import type { Loaded } from "./load-manifests.ts";
import type { Result } from "./result.ts";

/**
 * Strict validation of fields, as `kubectl apply` has it: an unknown field in a manifest is an error of its
 * author.
 */
const STRICT = { query: { fieldValidation: "Strict" } };

/**
 * Creates the object of a manifest; an existing one (the namespace `default`) is replaced. Throws an Error
 * with file and line if it is refused.
 */
export async function createLoaded(client: Client, registry: Registry, loaded: Loaded): Promise<KubeObject> {
  const { apiVersion = "", kind = "" } = loaded.object;
  const writable = { ...loaded.object, apiVersion, kind };
  let result = await client.create(writable, STRICT);
  if (result.reason === "AlreadyExists") result = await client.apply(writable, { ...STRICT, force: true });
  if (result.allowed) return result.object;
  throw new Error(refusalOf(result, registry, loaded));
}

function refusalOf({ message }: Result, registry: Registry, { object, line }: Loaded): string {
  const { kind = "", metadata, apiVersion = "" } = object;
  const { group, version } = parseGroupVersion(apiVersion);
  const unknown = unknownFields(message, registry.findKind(group, version, kind));
  const where = line === undefined ? "" : `${line(unknown[0]?.path ?? [])}: `;
  const why = unknown.length === 0 ? message : unknown.map((field) => field.message).join(", ");
  return `${where}${kind} ${metadata?.name ?? ""} was refused: ${why}`;
}
