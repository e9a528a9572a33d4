import { parseJson } from "../../src/json/parse/parse.ts";
import type { Json } from "../../src/json/value.ts";
import { applyJsonPatch } from "../../src/patch/apply.ts";
import { decodeJsonPatch } from "../../src/patch/decode.ts";
import { type Case, type CaseResult, failedWith, judge, lacks, PASSED, show } from "../case.ts";

interface JsonPatchCase extends Case {
  doc: Json;
  patch?: Json;
  patchText?: string;
  expected?: Json;
  error?: boolean;
  messageContains?: Json;
}

export function runJsonPatch(testCase: Case): CaseResult {
  const { doc, patch, patchText, expected, error, messageContains } = testCase as JsonPatchCase;
  let actual: Json;
  try {
    actual = applyJsonPatch(doc, decodeJsonPatch(patchText ?? JSON.stringify(patch)), { copyLimit: 3145728 });
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return error ? judge(lacks("error", text, messageContains)) : failedWith(`unexpected error: ${text}`);
  }
  if (error) return failedWith(`expected an error, got ${show(actual)}`);
  return identical(actual, parseJson(JSON.stringify(expected)))
    ? PASSED
    : failedWith(`expected ${show(expected)}, got ${show(actual)}`);
}

/** Here null, empty and absent are different things; only the order of keys does not matter. */
function identical(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [x, y] = [Object.entries(a), new Map(Object.entries(b))];
  return x.length === y.size && x.every(([key, value]) => y.has(key) && identical(value, y.get(key)));
}
