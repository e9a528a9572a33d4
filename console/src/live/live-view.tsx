import { signal, useSignal } from "@preact/signals";
import { Component } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { RequestEvent } from "../../../src/explain/stream/request-event.ts";
import { go, requestLink } from "../route.ts";
import { milliseconds, timeText } from "../words.ts";
import { connect, connection, missed, skipped, withOwn, withReads } from "./connection.ts";
import { resourceText } from "./filter.ts";
import { clear, deniedOnly, filterText, paused, rows, setPaused, toggleWord } from "./requests.ts";
import { VirtualList } from "./virtual-list.tsx";

/** Rows that scroll out of sight become those that come in: more than are in sight at a time. */
const POOL = 128;

/** Chosen by keys; the same when one comes back from a request. */
const chosen = signal<RequestEvent | undefined>(undefined);

/** Every request as the server has decided it, the newest first. */
export function LiveView() {
  const { list, total, waiting, arrived } = rows.value;
  const search = useRef<HTMLInputElement>(null);
  const narrow = useNarrow();
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener("keydown", focusSearch);
    return () => removeEventListener("keydown", focusSearch);
  }, []);
  const at = (index: number): RequestEvent | undefined => list[list.length - 1 - index];
  const active = chosen.value === undefined ? -1 : list.length - 1 - list.lastIndexOf(chosen.value);
  const move = (by: number | "first" | "last"): void => {
    const from = active >= list.length ? -1 : active;
    const to = by === "first" ? 0 : by === "last" ? list.length - 1 : from + by;
    chosen.value = at(Math.max(0, Math.min(list.length - 1, to)));
  };
  return (
    <section class="live" aria-labelledby="live-title">
      <div class="bar">
        <h1 id="live-title">Live requests</h1>
        <input
          ref={search}
          type="search"
          class="search"
          placeholder="Filter: words, user:alice, code:403, -verb:patch"
          aria-label="Filter requests"
          value={filterText.value}
          onInput={({ currentTarget }) => {
            filterText.value = currentTarget.value;
          }}
        />
        <div class="chips">
          <Toggle is={deniedOnly.value} onChange={(is) => (deniedOnly.value = is)} text="Refused" />
          <Toggle
            is={withReads.value}
            onChange={(is) => {
              withReads.value = is;
              connect();
            }}
            text="Reads"
          />
          <Toggle
            is={withOwn.value}
            onChange={(is) => {
              withOwn.value = is;
              connect();
            }}
            text="Server's own"
          />
        </div>
        <div class="bar-end">
          <span class="count" role="status">
            {countText(list.length, total, waiting)}
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
        </div>
      </div>
      {missed.value > 0 && (
        <p class="note" role="status">
          Up to {missed.value} requests were missed: the server keeps the newest only.
        </p>
      )}
      {skipped.value > 0 && (
        <p class="note" role="status">
          The server is busy: {skipped.value} requests are not shown. Twenty a second are, and as many refused
          ones.
        </p>
      )}
      {total === 0 ? (
        <Nothing />
      ) : (
        <VirtualList
          count={list.length}
          added={arrived}
          rowHeight={narrow ? 58 : 36}
          label="Requests, the newest first"
          active={active < list.length ? active : -1}
          onMove={move}
          header={<Head />}
          render={(index) => {
            const event = at(index);
            return (
              event && (
                <Row
                  key={(list.length - index) % POOL}
                  event={event}
                  index={index}
                  isActive={event === chosen.value}
                />
              )
            );
          }}
        />
      )}
    </section>
  );
}

function countText(shown: number, total: number, waiting: number): string {
  const rest = waiting > 0 ? `, ${waiting} new` : "";
  return shown === total ? `${total}${rest}` : `${shown} of ${total}${rest}`;
}

function useNarrow(): boolean {
  const is = useSignal(matchMedia("(max-width: 760px)").matches);
  useEffect(() => {
    const query = matchMedia("(max-width: 760px)");
    const changed = () => {
      is.value = query.matches;
    };
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return is.value;
}

export function Toggle({
  is,
  onChange,
  text,
}: {
  is: boolean;
  onChange: (is: boolean) => void;
  text: string;
}) {
  return (
    <button type="button" class="chip" aria-pressed={is} onClick={() => onChange(!is)}>
      {text}
    </button>
  );
}

function Nothing() {
  const { state, problem } = connection.value;
  return (
    <div class="empty">
      <p class="empty-title">{state === "lost" ? "No connection" : "Waiting for requests"}</p>
      <p>
        {problem ||
          "What clients write appears here as soon as the server has decided it. Try one in a terminal:"}
      </p>
      {problem === "" && <pre class="code">kubectl create configmap hello --from-literal=a=b</pre>}
    </div>
  );
}

const COLUMNS = ["Time", "Answer", "Request", "User", "Webhooks", "Took"];

function Head() {
  return (
    <div class="list-head" role="rowgroup">
      <div class="row head" role="row" aria-rowindex={1}>
        {COLUMNS.map((name) => (
          <span key={name} role="columnheader" class={name === "Took" ? "right" : ""}>
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly event: RequestEvent;
  readonly index: number;
  readonly isActive: boolean;
}

/** Rows that stay in sight while others come are left alone. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ event, index, isActive }: RowProps): boolean {
    const { props } = this;
    return event !== props.event || index !== props.index || isActive !== props.isActive;
  }

  override render() {
    return <RowContent {...this.props} />;
  }
}

/** A click on a word filters by it, a click elsewhere opens the request. */
function RowContent({ event, index, isActive }: RowProps) {
  const { id, time, code, allowed, verb, name, namespace, user, restricted, dryRun } = event;
  const open = (): void => {
    chosen.value = event;
    if (id !== "") go(requestLink(id).slice(1));
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      class={`row ${allowed ? "" : "refused"} ${isActive ? "active" : ""}`}
      tabIndex={isActive ? 0 : -1}
      ref={(element) => {
        if (isActive && document.activeElement?.closest("[role=grid]"))
          element?.focus({ preventScroll: true });
      }}
      onClick={open}
      onKeyDown={({ key }) => {
        if (key === "Enter") open();
      }}
    >
      <span role="gridcell" class="time">
        {timeText(time)}
      </span>
      <span role="gridcell">
        <Word word={`code:${code}`} class={`code-${Math.floor(code / 100)} badge`} text={String(code)} />
      </span>
      <span role="gridcell" class="what">
        <Word word={`verb:${verb}`} class="verb" text={verb} />
        <Word word={`resource:${resourceText(event)}`} class="dim" text={resourceText(event)} />
        {restricted ? (
          <span class="dim">you may not read this</span>
        ) : (
          <a class="name" href={requestLink(id)} tabIndex={-1} onClick={(click) => click.stopPropagation()}>
            {namespace !== "" && <span class="dim">{namespace}/</span>}
            {name || "—"}
          </a>
        )}
        {dryRun && <span class="tag">dry run</span>}
      </span>
      <span role="gridcell" class="user">
        {user !== "" && <Word word={`user:${user}`} class="dim" text={user} />}
      </span>
      <span role="gridcell" class="hooks">
        <Hooks event={event} />
      </span>
      <span role="gridcell" class="right dim took">
        {milliseconds(event.milliseconds)}
      </span>
    </div>
  );
}

function Word({ word, text, class: kind }: { word: string; text: string; class: string }) {
  return (
    <button
      type="button"
      class={`word ${kind}`}
      tabIndex={-1}
      title={`Only ${word.replace(/\s+/g, " ")}`}
      onClick={(click) => {
        click.stopPropagation();
        toggleWord(word.replace(/\s+/g, ""));
      }}
    >
      {text}
    </button>
  );
}

const MOST_NAMES = 2;

function Hooks({ event: { webhooks } }: { event: RequestEvent }) {
  return (
    <>
      {webhooks.slice(0, MOST_NAMES).map(({ name, outcome, changed }, index) => (
        <span
          key={index}
          class={`hook ${outcome}`}
          title={`${name}: ${outcome}${changed ? ", changed the object" : ""}`}
        >
          {name}
        </span>
      ))}
      {webhooks.length > MOST_NAMES && <span class="dim">+{webhooks.length - MOST_NAMES}</span>}
    </>
  );
}
