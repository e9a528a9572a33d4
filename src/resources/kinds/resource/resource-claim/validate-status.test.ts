import { expect, test } from "vitest";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import { checkClaimStatus } from "./validate-status.ts";

const consumers = (count: number, prefix = "u") =>
  Array.from({ length: count }, (_, i) => ({ resource: "pods", name: `p${i}`, uid: `${prefix}${i}` }));
const ALLOCATED = { allocation: {} };
const ADDED = "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";

const problems = (now: ReturnType<typeof consumers>, old: ReturnType<typeof consumers>) =>
  collectErrors("status", (at) =>
    checkClaimStatus(
      { ...ALLOCATED, reservedFor: now },
      { ...ALLOCATED, reservedFor: old },
      { spec: {}, deleted: true },
      at,
    ),
  ).map(({ message }) => message);

test("a claim that is being deleted keeps its consumers, and gets no new ones", () => {
  const old = consumers(200);
  expect(problems([...old].reverse(), old)).toEqual([]);
  expect(problems([...old.slice(1), ...consumers(1, "new")], old)).toEqual([expect.stringContaining(ADDED)]);
});

test("each of very many consumers is looked at a few times, however many there were", () => {
  let reads = 0;
  const counted = ({ resource, name, uid }: ReturnType<typeof consumers>[number]) => ({
    get resource() {
      reads++;
      return resource;
    },
    name,
    uid,
  });
  const all = () => consumers(256).map(counted);
  problems(Array.from({ length: 20 }, all).flat(), all());
  expect(reads).toBeLessThan(10 * 21 * 256);
});
