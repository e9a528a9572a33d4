import { forbidden, type StatusCause, type StatusError } from "../../../api/status.ts";
import type { PluginContext } from "../../hook.ts";

/** The 403 of a plugin; a request without a name takes it from the object. */
export function forbid(
  { attributes, object, name }: Pick<PluginContext, "attributes" | "object" | "name">,
  why: string,
  causes?: StatusCause[],
): StatusError {
  const metadata = object?.metadata;
  return forbidden(
    attributes.resource,
    name || metadata?.name || metadata?.generateName || "Unknown",
    why,
    causes,
  );
}
