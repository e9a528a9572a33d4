import type { ServerHttp2Session } from "node:http2";

export interface SessionTimes {
  /** Until the head of the first request is there, in milliseconds. */
  readonly headerTimeoutMs: number;
  /** Between requests. */
  readonly keepAliveMs: number;
}

/** Told when a request of the session begins and ends. `given up`: before it was answered. */
export interface SessionUse {
  begin(): void;
  end(givenUp: boolean): void;
}

/** How long a client may take to leave when it has been told to, in milliseconds. */
const LEAVE_MS = 1000;
/** Frames that ask for nothing but an answer (PING, SETTINGS) and requests that are given up: so many at once. */
const AT_ONCE = 1000;
/** And so many a second from then on. */
const A_SECOND = 100;

/**
 * Ends a session over which nothing has been asked for too long. Only whole requests count: a head that never ends and a
 * client that only pings are idle, whatever they send.
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

/** `exhausted` is called when more is spent than there is. */
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
