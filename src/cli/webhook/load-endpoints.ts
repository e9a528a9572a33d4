import type { Endpoint } from "../../webhook/index.ts";
import { loadModule } from "./load-module.ts";

/** Webhooks and conversions of a module. */
export interface LoadedEndpoints {
  readonly endpoints: readonly Endpoint[];
  /** The files that the module was made of. */
  readonly files: readonly string[];
}

/**
 * Returns the webhooks that a module exports, alone, in lists or as its default. Throws an Error with a
 * remedy.
 */
export async function loadEndpoints(name: string): Promise<LoadedEndpoints> {
  const { exports, files } = await loadModule(name);
  return { endpoints: endpointsIn(exports, name), files };
}

function endpointsIn(module: object, name: string): Endpoint[] {
  const found = [...new Set(Object.values(module).flat().filter(isEndpoint))];
  if (found.length === 0)
    throw new Error(
      `${name} exports no webhook: export the result of mutating(), validating() or converting(), or name the file that does; a file that starts a server itself only imports it`,
    );
  return found;
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  ["mutating", "validating", "converting"].includes(String(value.kind)) &&
  "path" in value &&
  typeof value.path === "string";
