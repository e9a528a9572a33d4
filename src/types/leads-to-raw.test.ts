import { expect, test } from "vitest";
import { leadsToRaw } from "./leads-to-raw.ts";
import { builtinShape } from "./notation/shapes.ts";

test.each([
  ["/data", true],
  ["/data/a/0", true],
  ["/metadata/managedFields/0/fieldsV1", true],
  ["/metadata/managedFields/-/fieldsV1/f:data", true],
  ["/metadata/managedFields/0", false],
  ["/metadata/labels/data", false],
  ["/other/data", false],
  ["", false],
])("leadsToRaw(ControllerRevision, %j) is %s", (pointer, leads) => {
  expect(leadsToRaw(builtinShape("apps/v1.ControllerRevision"), pointer)).toBe(leads);
});
