import { Socket } from "node:net";
import { expect, test } from "vitest";
import { Handshakes } from "./handshakes.ts";

/** Sockets in the order in which their handshakes began, and turns that the test resolves. */
function setUp(longestMs = 60_000) {
  const begun: Socket[] = [];
  const turns: (() => void)[] = [];
  const state = { busy: false };
  const handshakes = new Handshakes(
    () => (state.busy ? new Promise<void>((go) => void turns.push(go)) : undefined),
    (socket) => void begun.push(socket),
    longestMs,
  );
  const connect = () => {
    const socket = new Socket();
    handshakes.accept(socket);
    return socket;
  };
  const give = async () => {
    turns.shift()?.();
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  return { begun, connect, give, state };
}

test("a handshake begins at once while there is time", () => {
  const { begun, connect } = setUp();
  expect(begun).toEqual([connect(), connect()].slice(0, 2));
});

test("while there is none the newest is the first", async () => {
  const { begun, connect, give, state } = setUp();
  state.busy = true;
  const [oldest, middle, newest] = [connect(), connect(), connect()];
  expect(begun).toEqual([]);
  await give();
  await give();
  await give();
  expect(begun).toEqual([newest, middle, oldest]);
});

test("who has waited for too long is closed", () => {
  const { connect, state } = setUp(0);
  state.busy = true;
  const oldest = connect();
  expect(oldest.destroyed).toBe(true);
});

test("a closed connection is skipped, and later ones do not wait for it", async () => {
  const { begun, connect, give, state } = setUp();
  state.busy = true;
  connect().destroy();
  await give();
  state.busy = false;
  const next = connect();
  expect(begun).toEqual([next]);
});
