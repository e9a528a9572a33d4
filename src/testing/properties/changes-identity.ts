import { isJsonObject, type Json } from "../../api/json.ts";
import type { JsonPatchOperation } from "../../json/patch/operation.ts";
import type { Sample } from "./sample.ts";
import type { Trial, TriedHook } from "./trial.ts";

/** Who an object is. The server sets the uid itself, whatever webhooks write there. */
const IDENTITY = ["/apiVersion", "/kind", "/metadata/name", "/metadata/namespace", "/metadata/uid"];

/** What a webhook writes into the fields that name an object; undefined: nothing. */
export async function changesIdentity(
  trial: Trial,
  hook: TriedHook,
  request: Sample,
): Promise<string | undefined> {
  // The object that a webhook sees has a namespace, also where the client left it out.
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

/** Each field that an operation writes; `metadata` as a whole is written member by member. */
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
