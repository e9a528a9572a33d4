import { VirtualTime } from "../api/virtual-time.ts";

/** The server's time of day, which stands still unless the test moves it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Goes on by so many milliseconds, or by a duration such as `90s`, `5m`, `2h`. */
  advance(by: number | string): void;
  /** To a date, or to milliseconds since the epoch. May go back. */
  set(time: Date | number): void;
}

/** As webhooks see it, which may take their time side by side. */
export interface ClusterClock extends Clock {
  /** Returns when it has gone on by so many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

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
