import { expect, test } from "vitest";
import type { KubeObject } from "../../../../api/meta.ts";
import type { WriteContext } from "../../../strategy.ts";
import { fillLimitRange } from "./defaults.ts";
import { limitRange } from "./definition.ts";

const CONTEXT: WriteContext = {
  user: { username: "u", groups: [] },
  now: 0,
  subresource: "",
  newUid: () => "u",
  warn: () => {},
};

test("limitRange is filled and validated in many steps where it names very many resources", () => {
  const max = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`a.b/r${i}`, "1"]));
  const range: KubeObject = { metadata: { name: "r" }, spec: { limits: [{ type: "Container", max }] } };
  fillLimitRange(range);
  expect(range.spec).toEqual({
    limits: [{ type: "Container", max, default: max, defaultRequest: max }],
  });
  const steps = limitRange.strategy.validateSteps?.(range, undefined, CONTEXT) ?? [];
  expect([...steps].length).toBeGreaterThanOrEqual(20);
});
