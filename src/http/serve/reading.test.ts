import { Socket } from "node:net";
import { expect, test } from "vitest";
import { readLater } from "./reading.ts";

/**
 * Returns the calls that `readLater` makes on a handle. `reading`: the handle's flag, false if the layer
 * above has stopped reading.
 */
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

// TLS starts the handle when its reader continues; a second start fails (EALREADY), and Node ends the
// connection.
test("readLater leaves a socket alone whose reader has stopped it meanwhile", async () => {
  expect(await doneWith(false)).toEqual(["stop"]);
});
