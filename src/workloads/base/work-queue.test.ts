import { expect, test } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

test("stopping a work queue begins nothing more, and ends when what is under way has ended", async () => {
  const begun: string[] = [];
  let finish = (): void => {};
  const work = async (key: string): Promise<boolean> => {
    begun.push(key);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return true;
  };
  const queue = createWorkQueue(work, () => {});
  queue.add("a");
  queue.add("a");
  let stopped = false;
  const stopping = queue.stop().then(() => {
    stopped = true;
  });
  queue.add("b");
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(begun).toEqual(["a"]);
});

test("stopping an idle work queue ends at once", async () => {
  await createWorkQueue(async () => true, expect.unreachable).stop();
});
