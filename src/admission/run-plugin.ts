import { StatusError } from "../api/status.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "./hook.ts";

type Result = PluginResult | Promise<PluginResult>;

/**
 * Runs one part of a plugin. A plugin can throw its refusal or return it; errors other than StatusError are
 * thrown on.
 */
export function runPlugin(plugin: BuiltinPlugin, part: "admit" | "validate", context: PluginContext): Result {
  try {
    const result = plugin[part]?.(context);
    return result instanceof Promise ? result.catch(refusalOf) : result;
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  throw error;
}

/** The refusal in the result of a plugin; undefined if there is none. */
export const errorOf = (result: PluginResult): StatusError | undefined =>
  result instanceof StatusError ? result : undefined;
