import { RE2JS, RE2JSSyntaxException } from "re2js";

/** The parts of libraries that the engine uses: a whole namespace would keep the rest. */
const LIBRARIES: Readonly<Record<string, unknown>> = { re2js: { RE2JS, RE2JSSyntaxException } };

/** Replaces `src/async/load-late.ts`: the page has the libraries of the engine from the start. */
export const loadLate =
  <Module>(name: string): (() => Module) =>
  () => {
    const library = LIBRARIES[name];
    if (library === undefined) throw new Error(`the library ${name} does not exist in a browser`);
    return library as Module;
  };
