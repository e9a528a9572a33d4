import type { ServerHttp2Session } from "node:http2";

interface SessionTimes {
  /** Time until the head of the first request has to be complete, in milliseconds. */
  readonly headerTimeoutMs: number;
  /** Time that a session stays open between requests, in milliseconds. */
  readonly keepAliveMs: number;
}

/**
 * Called when a request of the session begins and ends. `givenUp` is true if the client reset it before its
 * response was complete.
 */
export interface SessionUse {
  begin(): void;
  end(givenUp: boolean): void;
}

/** Time that a client has to close its session after GOAWAY, in milliseconds. */
const LEAVE_MS = 1000;
/** Burst limit of frames that only need an answer (PING, SETTINGS) and of requests that the client resets. */
const AT_ONCE = 1000;
/** Sustained rate of the same, per second. */
const A_SECOND = 100;

/**
 * Ends a session that has had no request for too long. Only complete requests count: a client that never
 * completes a head, or only sends pings, is idle.
 */
export function limitSession(session: ServerHttp2Session, times: SessionTimes): SessionUse {
  const spend = allowance(() => session.destroy());
  session.on("ping", spend).on("remoteSettings", spend);
  let open = 0;
  const leave = () => {
    if (open > 0) return;
    session.close();
    setTimeout(() => session.destroy(), LEAVE_MS).unref();
  };
  const first = setTimeout(leave, times.headerTimeoutMs).unref();
  let idle: NodeJS.Timeout | undefined;
  session.once("close", () => {
    clearTimeout(first);
    clearTimeout(idle);
  });
  return {
    begin() {
      open++;
    },
    end(givenUp) {
      if (givenUp) spend();
      if (--open > 0 || session.destroyed) return;
      clearTimeout(first);
      idle ??= setTimeout(leave, times.keepAliveMs).unref();
      idle.refresh();
    },
  };
}

/** Returns a function that spends one unit of the allowance. `exhausted` is called if none is left. */
function allowance(exhausted: () => void): () => void {
  let left = AT_ONCE;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(AT_ONCE, left + ((now - at) / 1000) * A_SECOND) - 1;
    at = now;
    if (left < 0) exhausted();
  };
}
