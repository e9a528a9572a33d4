// The modules of src/, their lines of code, and the modules that each one imports.
import { dirname, join, relative, resolve } from "node:path";
import { ROOT } from "../../parts/shared.mjs";
import { isTest, readImports, sourceFiles } from "./imports.mjs";

const SRC = join(ROOT, "src");

/** `lines`: of each module by its name, without tests. `imports`: module → the modules that its files import. */
export function moduleGraph() {
  const lines = new Map();
  const imports = new Map();
  for (const file of sourceFiles(SRC).filter((one) => !isTest(one))) {
    const module = moduleOf(file);
    if (module === undefined) continue;
    const source = readImports(file);
    lines.set(module, (lines.get(module) ?? 0) + source.lines);
    const theirs = imports.get(module) ?? new Set();
    for (const { from } of source.imports) {
      const other = from.startsWith(".") ? moduleOf(resolve(dirname(file), from)) : undefined;
      if (other !== undefined && other !== module) theirs.add(other);
    }
    imports.set(module, theirs);
  }
  return { lines, imports };
}

/** Without each import that follows from two others: `from` imports a module that imports `to`, also through more modules. */
export function reducedEdges(imports) {
  const reached = new Map([...imports.keys()].map((module) => [module, reachedFrom(module, imports)]));
  return [...imports].flatMap(([from, tos]) =>
    [...tos]
      .filter((to) => ![...tos].some((other) => other !== to && reached.get(other)?.has(to)))
      .map((to) => ({ from, to })),
  );
}

function reachedFrom(module, imports, found = new Set()) {
  for (const next of imports.get(module) ?? []) {
    if (found.has(next)) continue;
    found.add(next);
    reachedFrom(next, imports, found);
  }
  return found;
}

/** The folder of src/ that a path is in; files beside the folders belong to no module. */
function moduleOf(path) {
  const place = relative(SRC, path).replaceAll("\\", "/");
  return place.includes("/") && !place.startsWith("..") ? place.slice(0, place.indexOf("/")) : undefined;
}
