import { expect, test } from "vitest";
import type { Peer } from "../../api/exchange/exchange.ts";
import { UnauthenticatedRequests } from "./unauthenticated-requests.ts";

const peer = (port: number): Peer => ({ address: "10.0.0.1", port });

/** A lane whose turns are given by the test. */
function setUp() {
  const turns: (() => void)[] = [];
  const state = { busy: true };
  const waiting = new UnauthenticatedRequests(() =>
    state.busy ? new Promise<void>((go) => void turns.push(go)) : undefined,
  );
  const order: string[] = [];
  const ask = (from: Peer, what: string) => waiting.turn(from)?.then(() => void order.push(what));
  const give = async () => {
    turns.shift()?.();
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  return { waiting, state, order, ask, give };
}

test("no request waits while there is time", () => {
  const { waiting, state } = setUp();
  state.busy = false;
  for (let i = 0; i < 10; i++) expect(waiting.turn(peer(1))).toBeUndefined();
});

test("while there is none connections take turns, one request each", async () => {
  const { waiting, order, ask, give } = setUp();
  const [many, one] = [peer(1), peer(2)];
  for (const what of ["many 1", "many 2", "many 3"]) void ask(many, what);
  void ask(one, "one");
  expect(waiting.waitingOf(many)).toBe(3);
  for (let i = 0; i < 4; i++) await give();
  expect(order).toEqual(["many 1", "one", "many 2", "many 3"]);
  expect(waiting.waitingOf(many)).toBe(0);
});

test("a request after an empty queue begins again", async () => {
  const { state, order, ask, give } = setUp();
  void ask(peer(1), "first");
  await give();
  void ask(peer(1), "second");
  await give();
  expect(order).toEqual(["first", "second"]);
  state.busy = false;
  expect(ask(peer(1), "third")).toBeUndefined();
});
