import { expect, test } from "vitest";
import { type UpdateFacts, updateOutcome } from "./outcome.ts";

const FLAGS = ["isAsRead", "isAsStored", "isOutdated", "isNewest", "isLast", "dryRun"] as const;

/** All combinations that occur: a last object is never equal to the stored one, and what is as stored is as read. */
const ALL = Array.from({ length: 1 << FLAGS.length }, (_, bits) =>
  Object.fromEntries(FLAGS.map((flag, i) => [flag, (bits & (1 << i)) !== 0])),
).filter(
  (facts) => !(facts.isLast && facts.isAsRead) && (facts.isAsRead || !facts.isAsStored),
) as unknown as UpdateFacts[];

test.each([
  ["equal to the stored bytes", { isAsRead: true, isAsStored: true, isOutdated: false }, "unchanged"],
  [
    "equal only as it is read, with the cached object",
    { isAsRead: true, isAsStored: false, isNewest: false, dryRun: false },
    "unsure",
  ],
  ["without finalizers, and to be deleted", { isLast: true }, "removed"],
  ["changed, in a dry run", { isAsRead: false, isLast: false, dryRun: true }, "dry"],
  ["equal only as it is read, in a dry run", { isAsRead: true, isAsStored: false, dryRun: true }, "dry"],
  [
    "equal only as it is read, with the store's object",
    { isAsRead: true, isAsStored: false, isNewest: true, dryRun: false },
    "stored",
  ],
  [
    "equal to bytes that are to be written again",
    { isAsStored: true, isOutdated: true, dryRun: false },
    "stored",
  ],
  ["changed", { isAsRead: false, isLast: false, dryRun: false }, "stored"],
])("an object that is %s", (_, given, outcome) => {
  const matching = ALL.filter((facts) =>
    Object.entries(given).every(([flag, value]) => facts[flag as keyof UpdateFacts] === value),
  );
  expect(matching.length).toBeGreaterThan(0);
  expect(new Set(matching.map(updateOutcome))).toEqual(new Set([outcome]));
});
