import { remembered } from "../remembered.ts";

/** A time zone: how many milliseconds its clocks are ahead of UTC at a time. */
export interface Zone {
  offsetAt(time: number): number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Times before have the offset of this one. Clocks followed the sun then. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 0, 1);
const QUARTER_MS = 15 * MINUTE_MS;
/** So many days of a zone are remembered: more than the five years that are looked through. */
const SPANS = 4000;

/** A zone by a name that `timeZoneProblem` accepts; `Local` is the one of this process. */
export const zoneOf = remembered(createZone, { entries: 100 });

function createZone(name: string): Zone {
  if (name === "UTC") return { offsetAt: () => 0 };
  if (name === "Local") return { offsetAt: (time) => -new Date(time).getTimezoneOffset() * MINUTE_MS };
  const offsetAt = remembering(DAY_MS, remembering(QUARTER_MS, intlOffsets(name)));
  return { offsetAt: (time) => offsetAt(Math.min(Math.max(time, EARLIEST), LATEST)) };
}

/** Asking Intl is slow. A day, or a quarter of an hour, that begins and ends with the same offset has it throughout. */
function remembering(size: number, offsetAt: Zone["offsetAt"]): Zone["offsetAt"] {
  const spans = new Map<number, number | undefined>();
  return (time) => {
    const span = Math.floor(time / size);
    if (!spans.has(span)) {
      if (spans.size >= SPANS) spans.clear();
      const [first, last] = [offsetAt(span * size), offsetAt((span + 1) * size - 1)];
      spans.set(span, first === last ? first : undefined);
    }
    return spans.get(span) ?? offsetAt(time);
  };
}

function intlOffsets(timeZone: string): Zone["offsetAt"] {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const clock = Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
    return clock - Math.floor(time / 1000) * 1000;
  };
}
