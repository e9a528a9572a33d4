import { expect, test } from "vitest";
import type { CallLine, PolicyLine, Verdict } from "../../../admission/verdict.ts";
import type { JsonObject } from "../../../json/value.ts";
import { mayHaveGrown } from "./admission.ts";

interface Patched {
  readonly changed?: boolean;
  /** Length of the response; absent: too long for the verdict. */
  readonly bytes?: number;
  readonly op?: string;
}

const call = ({ changed = true, bytes, op = "add" }: Patched): Partial<CallLine> => ({
  changed,
  ...(bytes !== undefined && { answer: new Uint8Array(bytes) }),
  patch: { operations: [{ op, path: "/x" } as JsonObject], raw: false },
});

const grown = (calls: readonly Patched[], policies: readonly Partial<PolicyLine>[] = []): boolean =>
  mayHaveGrown({
    asked: calls.map((one) => ({ call: call(one) })),
    askedPolicies: policies,
  } as unknown as Verdict);

test("mayHaveGrown() is true for long responses, for many, for copies and for policies", () => {
  expect(grown([{ bytes: 200 }, { bytes: 300 }])).toBe(false);
  expect(grown([{}])).toBe(true);
  expect(grown([{ changed: false }])).toBe(false);
  expect(grown([{ bytes: 9000 }, { bytes: 9000 }])).toBe(true);
  expect(grown([{ bytes: 200, op: "copy" }])).toBe(true);
  expect(grown([], [{ checks: [{ changed: true } as PolicyLine["checks"][number]] }])).toBe(true);
  expect(grown([], [{ checks: [] }])).toBe(false);
});
