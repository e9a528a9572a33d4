import type { Json } from "../../api/json.ts";
import { nearest } from "../filters/near.ts";

/** What was probably meant where the server lists what it takes, or what people often write. */
export function refusalHint(told: string, value: Json | undefined): string {
  if (typeof value !== "string") return "";
  if (value.toUpperCase() === "PATCH") return ` (a patch is an UPDATE)`;
  if (told.includes("namespaceObject")) return NAMESPACE_OBJECT;
  const [, list = ""] = /supported values: ([^\n\]]+)/.exec(told) ?? [];
  const known = [...list.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one);
  const near = nearest(value, known.length > 0 ? known : []);
  return near === undefined ? "" : ` ("${near}" is probably meant)`;
}

const NAMESPACE_OBJECT =
  " (conditions of webhooks know object, oldObject, request and authorizer; only policies have namespaceObject)";
