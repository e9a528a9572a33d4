import { expect, test } from "vitest";
import { VirtualTime } from "./virtual-time.ts";

test("VirtualTime lets those wait side by side who begin together, and others one after the other", async () => {
  const time = new VirtualTime(100);
  await Promise.all([time.sleep(10), time.sleep(30), time.sleep(10)]);
  expect(time.now()).toBe(130);
  await time.sleep(5);
  await time.sleep(5);
  expect(time.now()).toBe(140);
});

test("VirtualTime wakes in the order of time, and who works in between can wait again", async () => {
  const time = new VirtualTime();
  const seen: string[] = [];
  const twice = async (): Promise<void> => {
    await time.sleep(10);
    seen.push(`a${time.now()}`);
    await time.sleep(10);
    seen.push(`b${time.now()}`);
  };
  const once = async (): Promise<void> => {
    await time.sleep(15);
    seen.push(`c${time.now()}`);
  };
  await Promise.all([twice(), once()]);
  expect(seen).toEqual(["a10", "c15", "b20"]);
});
