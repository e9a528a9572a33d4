import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Adds what one run has measured to what the file has from others, and answers all of it. */
export function addPiece(file, measured) {
  const all = existsSync(file) ? joined(JSON.parse(readFileSync(file, "utf8")), measured) : measured;
  writeFileSync(file, JSON.stringify(all));
  return all;
}

/** Whether something of each part is there. */
export const hasAllParts = ({ rest, rows, costs, change, many, beside }) =>
  [rest, rows, costs].every(({ length }) => length > 0) && [change, many, beside].every(Boolean);

function joined(before, now) {
  const { beside = before.beside } = now;
  return {
    rest: [...before.rest, ...now.rest],
    rows: [...before.rows, ...now.rows],
    costs: [...before.costs, ...now.costs],
    change: now.change ?? before.change,
    many: now.many ?? before.many,
    beside: beside && { ...beside, rows: [...(before.beside?.rows ?? []), ...(now.beside?.rows ?? [])] },
  };
}
