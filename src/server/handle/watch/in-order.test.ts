import { describe, expect, test } from "vitest";
import { Pending } from "../../../api/pending.ts";
import { InOrder } from "./in-order.ts";

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Lacks its value until it has been fetched. */
function lacking(value: string, fetch: () => Promise<void> = turn): () => string {
  let there = false;
  return () => {
    if (there) return value;
    throw new Pending(value, async () => {
      await fetch();
      there = true;
    });
  };
}

describe("InOrder", () => {
  test("hands out at once what is at hand, and nothing before what came earlier", async () => {
    const out: string[] = [];
    const order = new InOrder(() => out.push("failed"));
    order.add(
      () => "1",
      (value) => out.push(value),
    );
    expect(out).toEqual(["1"]);
    order.add(lacking("2"), (value) => out.push(value));
    order.add(
      () => "3",
      (value) => out.push(value),
    );
    expect(out).toEqual(["1"]);
    await turn();
    await turn();
    order.add(
      () => "4",
      (value) => out.push(value),
    );
    expect(out).toEqual(["1", "2", "3", "4"]);
  });

  test("ends with what cannot be had", async () => {
    const out: string[] = [];
    const order = new InOrder((error) => out.push((error as Error).message));
    const broken = lacking("1", () => Promise.reject(new Error("no")));
    order.add(broken, (value) => out.push(value));
    order.add(
      () => "2",
      (value) => out.push(value),
    );
    await turn();
    expect(out).toEqual(["no"]);
  });
});
