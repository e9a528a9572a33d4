// A process of its own that sends requests at planned times, whether or not earlier ones are answered, on order of its parent.

import { once } from "node:events";
import { connect } from "node:http2";
import { obey } from "../parts/obey.mjs";
import { requestOf, writeNumber } from "../parts/requests.mjs";

/** HTTP/2 connections; each has as many streams as the servers allow. */
const SESSIONS = 4;
const SESSION_WINDOW = 1 << 30;
/** For the requests that wait for a free stream. */
const SESSION_MEMORY_MB = 1024;
/** A request that has no answer then counts as lost. */
const LONGEST_MS = 30_000;

let runs = 0;

obey(async (order) => ({ result: await run(order) }));

/**
 * Sends `perSecond` requests for `seconds` at equal distances. Times of the result are milliseconds from the planned start of a
 * request to the end of its answer: a request that waits for a free stream has begun. `perSecondDone`: requests that succeeded
 * by each second; `refused`: those with another status, by status; 0: the connection was lost.
 */
async function run(order) {
  const { perSecond, seconds, expect = 201 } = order;
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(order)));
  const times = [];
  const refused = {};
  const perSecondDone = Array.from({ length: Math.ceil(seconds) + Math.ceil(LONGEST_MS / 1000) }, () => 0);
  const request = requestOf({ ...order, prefix: `open-${runs++}` }, 0);
  const count = Math.round(perSecond * seconds);
  const startedAt = performance.now();
  let sent = 0;
  let answered = 0;
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const done = (plannedAt, status) => {
    const now = performance.now();
    if (status === expect) {
      times.push(now - plannedAt);
      perSecondDone[Math.min(perSecondDone.length - 1, Math.floor((now - startedAt) / 1000))]++;
    } else refused[status] = (refused[status] ?? 0) + 1;
    if (++answered === count) finish();
  };
  const sendDue = () => {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) * perSecond) / 1000) + 1);
    for (; sent < due; sent++) {
      const plannedAt = startedAt + (sent * 1000) / perSecond;
      send(sessions[sent % SESSIONS], request, sent, order.token, (status) => done(plannedAt, status));
    }
    if (sent < count) setTimeout(sendDue, 1);
  };
  sendDue();
  const timer = setTimeout(finish, seconds * 1000 + LONGEST_MS);
  await finished;
  clearTimeout(timer);
  for (const session of sessions) session.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    ...{ sent: count, succeeded: times.length, refused, lost: count - answered, perSecondDone },
    ...{ p50: at(0.5), p99: at(0.99), p999: at(0.999), longest: times.at(-1) ?? Number.NaN },
  };
}

async function openSession({ port, ca }) {
  const session = connect(`https://127.0.0.1:${port}`, {
    ca,
    maxSessionMemory: SESSION_MEMORY_MB,
    settings: { initialWindowSize: 4 << 20, enablePush: false },
  });
  await once(session, "connect");
  session.setLocalWindowSize(SESSION_WINDOW);
  // A lost connection shows in the requests that it had.
  session.on("error", () => {});
  return session;
}

function send(session, { method, path, accept, contentType, body }, number, token, done) {
  if (session.closed || session.destroyed) return done(0);
  writeNumber(body, number);
  let status = 0;
  const stream = session.request({
    ":method": method,
    ":path": path,
    accept,
    "content-type": contentType,
    authorization: `Bearer ${token}`,
    "content-length": String(body.bytes.length),
  });
  stream.on("response", (head) => {
    status = head[":status"];
  });
  stream.on("data", () => {});
  stream.on("error", () => {});
  stream.on("close", () => done(status));
  // The bytes are written again for the next request.
  stream.end(Buffer.from(body.bytes));
}
