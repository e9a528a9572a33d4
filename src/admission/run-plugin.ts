import { StatusError } from "../api/status.ts";
import type { PluginResult } from "./hook.ts";

type Result = PluginResult | Promise<PluginResult>;

/** A plugin may throw its refusal as well as return it. What is no StatusError goes on up. */
export function runPlugin(call: () => Result): Result {
  try {
    const result = call();
    return result instanceof Promise ? result.catch(refusalOf) : result;
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  throw error;
}

export const errorOf = (result: PluginResult): StatusError | undefined =>
  result instanceof StatusError ? result : undefined;
