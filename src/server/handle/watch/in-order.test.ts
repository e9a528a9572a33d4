import { describe, expect, test } from "vitest";
import { newGate } from "../../../../test/tools/gate.tool.ts";
import { InOrder } from "./in-order.ts";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const atHand = (): undefined => undefined;

describe("InOrder", () => {
  test("acts at once where nothing is waited for, and never before what came earlier", async () => {
    const out: string[] = [];
    const order = new InOrder(() => out.push("failed"));
    order.add(atHand, () => out.push("1"));
    expect(out).toEqual(["1"]);
    const late = newGate();
    order.add(
      () => late.opened,
      () => out.push("2"),
    );
    order.add(atHand, () => out.push("3"));
    expect(out).toEqual(["1"]);
    late.open();
    await settled();
    order.add(atHand, () => out.push("4"));
    expect(out).toEqual(["1", "2", "3", "4"]);
  });

  test("ends with what cannot be had", async () => {
    const out: string[] = [];
    const order = new InOrder((error) => out.push((error as Error).message));
    const late = newGate();
    order.add(
      () => late.opened,
      () => {
        throw new Error("no");
      },
    );
    order.add(atHand, () => out.push("2"));
    late.open();
    await settled();
    expect(out).toEqual(["no"]);
  });
});
