import { Socket } from "node:net";
import { expect, test } from "vitest";
import { readLater } from "./reading.ts";

/** What is done with the handle of a socket that has its turn; `reading`: whether what is above it wants to read then. */
async function doneWith(reading: boolean | undefined): Promise<string[]> {
  const done: string[] = [];
  const handle = {
    reading,
    readStart: () => void done.push("start"),
    readStop: () => void done.push("stop"),
  };
  await readLater(Object.assign(new Socket(), { _handle: handle }), Promise.resolve());
  return done;
}

test("readLater starts again what it has stopped", async () => {
  expect(await doneWith(true)).toEqual(["stop", "start"]);
  expect(await doneWith(undefined)).toEqual(["stop", "start"]);
});

// TLS starts it when its reader goes on; a second start fails (EALREADY), and Node ends the connection.
test("readLater leaves a socket alone whose reader has stopped it meanwhile", async () => {
  expect(await doneWith(false)).toEqual(["stop"]);
});
