import { escapeToken } from "../../src/json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import type { Answer, Difference } from "./case.ts";

/** Every place where the answers of the two servers differ; the first is the reference's. */
export function compareAnswers(expected: readonly Answer[], got: readonly Answer[]): Difference[] {
  return expected.flatMap((answer, i) => {
    const other = got[i];
    if (other === undefined) return [{ step: answer.step, path: "", expected: null }];
    if (JSON.stringify(answer) === JSON.stringify(other)) return [];
    if (answer.status === NO_ANSWER)
      return [{ step: answer.step, path: "/status", expected: NO_ANSWER, got: other.status }];
    const found: Difference[] = [];
    diff(answer as unknown as Json, other as unknown as Json, "", (difference) =>
      found.push({ step: answer.step, ...difference }),
    );
    return found;
  });
}

/** The connection was closed instead. */
const NO_ANSWER = 0;

type Report = (difference: Omit<Difference, "step">) => void;

function diff(expected: Json, got: Json, path: string, report: Report): void {
  if (isJsonObject(expected) && isJsonObject(got)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)]))
      diffMember(expected[key], got[key], `${path}/${escapeToken(key)}`, report);
    if (path !== "" && path !== "/headers") diffOrder(expected, got, path, report);
  } else if (Array.isArray(expected) && Array.isArray(got)) {
    for (let i = 0; i < Math.max(expected.length, got.length); i++)
      diffMember(expected[i], got[i], `${path}/${i}`, report);
  } else if (expected !== got) report({ path, expected, got });
}

function diffMember(expected: Json | undefined, got: Json | undefined, path: string, report: Report): void {
  if (expected === undefined && got === undefined) return;
  if (expected === undefined) report({ path, got: got ?? null });
  else if (got === undefined) report({ path, expected });
  else diff(expected, got, path, report);
}

/** Clients compare bytes, so the order of names counts where nothing else differs. */
function diffOrder(expected: JsonObject, got: JsonObject, path: string, report: Report): void {
  const [wanted, found] = [namesIn(expected), namesIn(got)];
  if (wanted.length === found.length && wanted !== found)
    report({ path: `${path} (order)`, expected: wanted, got: found });
}

const namesIn = (object: JsonObject): string => JSON.stringify(Object.keys(object));
