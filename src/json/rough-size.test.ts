import { expect, test } from "vitest";
import { countValues } from "./count-values.ts";
import { addSize } from "./rough-size.ts";

test("addSize is near to the length of the text, and to the values that countValues finds in it", () => {
  const value = {
    metadata: {
      name: "web",
      labels: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`l${i}`, "x"])),
    },
    items: Array.from({ length: 100 }, (_, i) => ({ name: `item-${i}`, on: i % 2 === 0, n: i, none: null })),
  };
  const text = JSON.stringify(value);
  const { length, values } = addSize(value, { length: 0, values: 0 });
  expect(length / text.length).toBeGreaterThan(0.8);
  expect(length / text.length).toBeLessThan(1.25);
  expect(values / countValues(Buffer.from(text))).toBeGreaterThan(0.8);
  expect(values / countValues(Buffer.from(text))).toBeLessThan(1.25);
});
