import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Loads a library at its first use: most servers never need YAML, protobuf or webhooks. CommonJS only. */
export function loadLate<Module>(name: string): () => Module {
  let loaded: Module | undefined;
  return () => {
    loaded ??= require(name) as Module;
    return loaded;
  };
}
