import { describe, expect, test } from "vitest";
import { InOrder } from "./in-order.ts";

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const atHand = (): undefined => undefined;

describe("InOrder", () => {
  test("acts at once where nothing is waited for, and never before what came earlier", async () => {
    const out: string[] = [];
    const order = new InOrder(() => out.push("failed"));
    order.add(atHand, () => out.push("1"));
    expect(out).toEqual(["1"]);
    order.add(turn, () => out.push("2"));
    order.add(atHand, () => out.push("3"));
    expect(out).toEqual(["1"]);
    await turn();
    await turn();
    order.add(atHand, () => out.push("4"));
    expect(out).toEqual(["1", "2", "3", "4"]);
  });

  test("ends with what cannot be had", async () => {
    const out: string[] = [];
    const order = new InOrder((error) => out.push((error as Error).message));
    order.add(turn, () => {
      throw new Error("no");
    });
    order.add(atHand, () => out.push("2"));
    await turn();
    await turn();
    expect(out).toEqual(["no"]);
  });
});
