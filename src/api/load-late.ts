import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A library that is loaded when it is first used: most servers never meet YAML, protobuf or a webhook. CommonJS only. */
export function loadLate<Module>(name: string): () => Module {
  let loaded: Module | undefined;
  return () => {
    loaded ??= require(name) as Module;
    return loaded;
  };
}
