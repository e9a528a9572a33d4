import { isJsonObject, type Json } from "../../json/value.ts";
import type { JsonPatchOperation } from "../../patch/operation.ts";
import type { Sample } from "./sample.ts";
import type { Trial, TriedHook } from "./trial.ts";

/** Fields that identify an object. The server sets the uid itself, whatever webhooks write there. */
const IDENTITY = ["/apiVersion", "/kind", "/metadata/name", "/metadata/namespace", "/metadata/uid"];

/** Returns a text about a write into the fields that identify an object; undefined if there is none. */
export async function changesIdentity(
  trial: Trial,
  hook: TriedHook,
  request: Sample,
): Promise<string | undefined> {
  // The object that a webhook receives has a namespace, also if the client did not send it.
  const namespace = isJsonObject(request.metadata) ? (request.metadata.namespace ?? "default") : "default";
  const { patchOf } = await trial.run([hook], request);
  for (const operation of patchOf(hook))
    for (const [path, value] of writesOf(operation)) {
      const before = path === "/metadata/namespace" ? namespace : valueAt(request, path);
      if (IDENTITY.includes(path) && value !== before)
        return `${hook.name} changes ${path} from ${shown(before)} to ${shown(value)}`;
    }
  return undefined;
}

/** Returns each field that an operation writes. A write of the whole `metadata` is divided into its members. */
function writesOf(operation: JsonPatchOperation): [string, Json | undefined][] {
  const { op, path } = operation;
  if (op === "remove") return [[path, undefined]];
  if (op !== "add" && op !== "replace") return [];
  const { value } = operation;
  if (path !== "/metadata" || !isJsonObject(value)) return [[path, value]];
  return Object.entries(value).map(([field, own]) => [`/metadata/${field}`, own]);
}

function valueAt(object: Sample, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const key of path.slice(1).split("/")) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}

const shown = (value: Json | undefined): string => (value === undefined ? "nothing" : JSON.stringify(value));
