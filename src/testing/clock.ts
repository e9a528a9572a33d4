import { VirtualTime } from "../async/virtual-time.ts";

/** The server's clock. It changes only when the test changes it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Advances the clock by milliseconds, or by a duration such as `90s`, `5m`, `2h`. */
  advance(by: number | string): void;
  /** Sets the clock to a date, or to milliseconds since the epoch. An earlier time is allowed. */
  set(time: Date | number): void;
}

/** The clock as webhooks use it, which can wait at the same time. */
export interface ClusterClock extends Clock {
  /** Resolves when the clock has advanced by this number of milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns a clock that stands still at `start`, in milliseconds since 1970, until it is moved. */
export function createClock(start: number): ClusterClock {
  const time = new VirtualTime(start);
  return {
    now: () => time.now(),
    advance(by) {
      time.set(time.now() + (typeof by === "number" ? by : millisecondsOf(by)));
    },
    set(to) {
      time.set(typeof to === "number" ? to : to.getTime());
    },
    sleep: (milliseconds) => time.sleep(milliseconds),
  };
}

function millisecondsOf(text: string): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined)
    throw new TypeError(`${JSON.stringify(text)} is not a duration, such as 90s, 5m, 2h`);
  return Number(amount) * factor;
}
