import { forbidden, type StatusCause, type StatusError } from "../../../api/status.ts";
import type { PluginContext } from "../../hook.ts";

type About = Pick<PluginContext, "attributes" | "object" | "name">;

/** Returns the 403 of a plugin. */
export const forbid = (about: About, why: string, causes?: StatusCause[]): StatusError =>
  forbidden(about.attributes.resource, nameOf(about), why, causes);

/** Returns the name of the request or, if it has none, that of the object. */
export function nameOf({ object, name }: Pick<PluginContext, "object" | "name">): string {
  const metadata = object?.metadata;
  return name || metadata?.name || metadata?.generateName || "Unknown";
}
