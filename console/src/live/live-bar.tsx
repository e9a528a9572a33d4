import type { RefObject } from "preact";
import { clear, counts } from "./connection.ts";
import { paused, rows, setPaused } from "./requests.ts";
import { filterText, refusedOnly, withReads, withSystem } from "./wish.ts";

/** The filter, and what the list shows. */
export function LiveBar({
  search,
  onHelp,
}: {
  search: RefObject<HTMLInputElement | null>;
  onHelp: () => void;
}) {
  const { list, waiting } = rows.value;
  const { hidden = 0, skipped = 0, missed = 0 } = counts.value ?? {};
  return (
    <>
      <div class="bar">
        <h1 id="live-title" class="hidden">
          Live requests
        </h1>
        <input
          ref={search}
          type="search"
          class="search"
          placeholder="Filter: words user:alice code:403 -verb:patch"
          aria-label="Filter requests"
          value={filterText.value}
          onInput={({ currentTarget }) => {
            filterText.value = currentTarget.value;
          }}
        />
        <div class="chips">
          <Chip is={refusedOnly} text="Refused" title="Only refused requests" />
          <Chip
            is={withSystem}
            text={hidden > 0 ? `Controllers ${hidden}` : "Controllers"}
            title="Also requests of controllers, the scheduler, nodes and the server, leases and events"
          />
          <Chip is={withReads} text="Reads" title="Also reads, from now on" />
        </div>
        <div class="bar-end">
          <span class="count" role="status">
            {countText(list.length, waiting)}
          </span>
          <button
            type="button"
            class="button"
            onClick={() => setPaused(!paused.value)}
            aria-pressed={paused.value}
          >
            {paused.value ? "Continue" : "Pause"}
          </button>
          <button type="button" class="button quiet" onClick={clear}>
            Clear
          </button>
          <button
            type="button"
            class="button quiet"
            onClick={onHelp}
            aria-label="Keys and filters"
            title="Keys and filters (?)"
          >
            ?
          </button>
        </div>
      </div>
      {missed > 0 && (
        <p class="note" role="status">
          Up to {missed} requests are missing: the server had forgotten them when the connection was back.
        </p>
      )}
      {skipped > 0 && (
        <p class="note" role="status">
          The server is very busy: {skipped} requests are not in the list.
        </p>
      )}
    </>
  );
}

const countText = (shown: number, waiting: number): string =>
  `${shown} ${shown === 1 ? "request" : "requests"}${waiting > 0 ? `, ${waiting} new` : ""}`;

interface ChipProps {
  readonly is: { value: boolean };
  readonly text: string;
  readonly title: string;
}

function Chip({ is, text, title }: ChipProps) {
  return (
    <button
      type="button"
      class="chip"
      title={title}
      aria-pressed={is.value}
      onClick={() => {
        is.value = !is.value;
      }}
    >
      {text}
    </button>
  );
}
