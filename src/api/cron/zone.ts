import { remembered } from "../../async/remembered.ts";

/** A time zone. `offsetAt` returns the offset from UTC at a time, in milliseconds. */
export interface Zone {
  offsetAt(time: number): number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/**
 * Start of the known offsets. Earlier times get the offset of 1970, because local mean time was used before standard
 * time.
 */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 0, 1);
const QUARTER_MS = 15 * MINUTE_MS;
/** Number of time spans that are cached for each zone: more than the five years of a search contain. */
const SPANS = 4000;

/** The zone of a name that `timeZoneProblem` accepts; `Local` is the zone of this process. */
export const zoneOf = remembered(createZone, { entries: 100 });

function createZone(name: string): Zone {
  if (name === "UTC") return { offsetAt: () => 0 };
  if (name === "Local") return { offsetAt: (time) => -new Date(time).getTimezoneOffset() * MINUTE_MS };
  const offsetAt = remembering(DAY_MS, remembering(QUARTER_MS, intlOffsets(name)));
  return { offsetAt: (time) => offsetAt(Math.min(Math.max(time, EARLIEST), LATEST)) };
}

/**
 * Caches offsets, because Intl is slow. If a day or a quarter of an hour begins and ends with the same offset, the
 * offset is constant in between.
 */
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
