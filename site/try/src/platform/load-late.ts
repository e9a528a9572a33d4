import * as re2js from "re2js";
import * as yaml from "yaml";

const LIBRARIES: Readonly<Record<string, unknown>> = { re2js, yaml };

/** Replaces `src/async/load-late.ts`: the page has the libraries of the engine from the start. */
export const loadLate =
  <Module>(name: string): (() => Module) =>
  () => {
    const library = LIBRARIES[name];
    if (library === undefined) throw new Error(`the library ${name} does not exist in a browser`);
    return library as Module;
  };
