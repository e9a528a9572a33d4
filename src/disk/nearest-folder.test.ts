import { dirname, parse } from "node:path";
import { expect, test } from "vitest";
import { nearestFolder } from "./nearest-folder.ts";

const here = import.meta.dirname;

test("nearestFolder looks here first, then above", () => {
  expect(nearestFolder(here, "nearest-folder.ts", "package.json")).toBe(here);
  expect(nearestFolder(here, "package.json")).toBe(dirname(dirname(here)));
});

test("nearestFolder ends at the root: what is joined into one file has no package.json above it", () => {
  expect(nearestFolder(here, "no-such-file")).toBeUndefined();
  expect(nearestFolder(parse(here).root, "no-such-file")).toBeUndefined();
});
