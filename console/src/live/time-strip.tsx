import type { Row } from "../../../src/cli/console/requests/row.ts";
import { timeText } from "../words.ts";

const BUCKETS = 96;
const HEIGHT = 28;
/** Lists with fewer rows need no overview. */
const LEAST_ROWS = 8;
/** Length of `12:04:31`. */
const SECONDS = 8;

interface Bucket {
  count: number;
  refused: number;
  /** Newest row of this time. */
  last: Row | undefined;
}

interface TimeStripProps {
  /** The oldest first. */
  readonly list: readonly Row[];
  onChoose(row: Row): void;
}

/** The requests of the list over time, with the refused ones in red. A click chooses a request of that time. */
export function TimeStrip({ list, onChoose }: TimeStripProps) {
  const [from, to] = rangeOf(list);
  if (list.length < LEAST_ROWS || to <= from) return null;
  const buckets = bucketsOf(list, from, to);
  const most = Math.max(...buckets.map(({ count }) => count));
  const refused = buckets.reduce((sum, one) => sum + one.refused, 0);
  return (
    <div class="strip">
      <span class="time">{timeText(from).slice(0, SECONDS)}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${list.length} requests over time, ${refused} of them refused`}
        onClick={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const row = nearest(buckets, Math.floor(((clientX - left) / width) * BUCKETS));
          if (row !== undefined) onChoose(row);
        }}
      >
        <svg viewBox={`0 0 ${BUCKETS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {buckets.map(({ count, refused: bad }, at) => (
            <Bar key={at} at={at} count={count} refused={bad} most={most} />
          ))}
        </svg>
      </button>
      <span class="time">{timeText(to).slice(0, SECONDS)}</span>
    </div>
  );
}

interface BarProps {
  readonly at: number;
  readonly count: number;
  readonly refused: number;
  readonly most: number;
}

function Bar({ at, count, refused, most }: BarProps) {
  if (count === 0) return null;
  // Few requests are visible beside many.
  const height = (number: number): number => (number === 0 ? 0 : 3 + (number / most) * (HEIGHT - 3));
  const [all, bad] = [height(count), height(refused)];
  return (
    <>
      <rect class="all" x={at + 0.1} y={HEIGHT - all} width={0.8} height={all} />
      {bad > 0 && <rect class="refused" x={at + 0.1} y={HEIGHT - bad} width={0.8} height={bad} />}
    </>
  );
}

/** The time of a row is rounded, so the first and the last one are not always the earliest and latest. */
function rangeOf(list: readonly Row[]): [from: number, to: number] {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const { time } of list) {
    from = Math.min(from, time);
    to = Math.max(to, time);
  }
  return [from, to];
}

function bucketsOf(list: readonly Row[], from: number, to: number): Bucket[] {
  const buckets = Array.from({ length: BUCKETS }, (): Bucket => ({ count: 0, refused: 0, last: undefined }));
  for (const row of list) {
    const bucket = buckets[Math.min(BUCKETS - 1, Math.floor(((row.time - from) / (to - from)) * BUCKETS))];
    if (bucket === undefined) continue;
    bucket.count++;
    if (row.refused) bucket.refused++;
    bucket.last = row;
  }
  return buckets;
}

function nearest(buckets: readonly Bucket[], at: number): Row | undefined {
  for (let distance = 0; distance < BUCKETS; distance++) {
    const row = buckets[at - distance]?.last ?? buckets[at + distance]?.last;
    if (row !== undefined) return row;
  }
  return undefined;
}
