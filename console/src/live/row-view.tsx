import { Component } from "preact";
import type { Row, RowHook } from "../../../src/cli/console/requests/row.ts";
import { shownName } from "../../../src/report/shown-name.ts";
import { deedText } from "../deeds.ts";
import { DeedIcon } from "../icons.tsx";
import { requestLink } from "../route.ts";
import { milliseconds, timeText } from "../words.ts";
import { toggleWord } from "./wish.ts";

const COLUMNS = ["Answered", "Code", "Request", "Decided by", "User", "Took"];

/** Length of `12:04:31`. */
const SECONDS = 8;

/** Length of the end of a resource that a narrow column keeps: `policybindings`. */
const END = 14;

/** The names of the columns. */
export function Head() {
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
  readonly row: Row;
  readonly index: number;
  readonly isActive: boolean;
  /** The row has two lines. */
  readonly isCompact: boolean;
  onOpen(row: Row): void;
}

/** Rows that stay in sight while others come are left alone. */
export class RowView extends Component<RowProps> {
  override shouldComponentUpdate({ row, index, isActive, isCompact }: RowProps): boolean {
    const { props } = this;
    if (row !== props.row || index !== props.index) return true;
    return isActive !== props.isActive || isCompact !== props.isCompact;
  }

  override render() {
    return <RowContent {...this.props} />;
  }
}

/** A click on a word filters by it, a click elsewhere opens the request. */
function RowContent({ row, index, isActive, isCompact, onOpen }: RowProps) {
  const { time, code, verb, resource, refused, user = "" } = row;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      class={`row ${refused ? "refused" : ""} ${isActive ? "active" : ""}`}
      tabIndex={isActive ? 0 : -1}
      ref={(element) => {
        if (isActive && document.activeElement?.closest("[role=grid]"))
          element?.focus({ preventScroll: true });
      }}
      onClick={() => onOpen(row)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        onOpen(row);
      }}
    >
      <span role="gridcell" class="time" title={`Answered at ${timeText(time)}`}>
        {timeText(time).slice(0, SECONDS)}
        <span class="fraction">{timeText(time).slice(SECONDS)}</span>
      </span>
      <span role="gridcell" class="answer">
        <Word word={`code:${code}`} class={`code-${Math.floor(code / 100)} badge`} text={String(code)} />
      </span>
      <span role="gridcell" class="what">
        <Word word={`verb:${verb}`} class="verb" text={verb} />
        <Word word={`resource:${resource}`} class="resource" text={resource}>
          {resource.length > END && <span class="start">{resource.slice(0, -END)}</span>}
          <span>{resource.slice(-END)}</span>
        </Word>
        <ObjectName row={row} />
      </span>
      <span role="gridcell" class="hooks">
        <Hooks row={row} most={isCompact ? 1 : 2} />
      </span>
      <span role="gridcell" class="user">
        {user !== "" && (
          <Word word={`user:${user}`} class="whole" text={user}>
            <bdi>{userText(user)}</bdi>
          </Word>
        )}
      </span>
      <span role="gridcell" class="right took">
        {milliseconds(row.milliseconds)}
      </span>
    </div>
  );
}

/** The name of a service account comes before its namespace, so that a narrow column has the name. */
function userText(user: string): string {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  return name === undefined ? user : `${name} (${namespace})`;
}

function ObjectName({ row }: { row: Row }) {
  const { id, namespace = "", restricted, dryRun } = row;
  if (restricted) return <span class="dim">no right to read it</span>;
  return (
    <>
      <a class="name" href={requestLink(id)} tabIndex={-1} onClick={(click) => click.preventDefault()}>
        {namespace !== "" && <span class="dim">{namespace}/</span>}
        <span class="own">{shownName(row) || "—"}</span>
      </a>
      {dryRun && <span class="tag">dry run</span>}
    </>
  );
}

interface WordProps {
  readonly word: string;
  readonly text: string;
  readonly class: string;
  readonly children?: preact.ComponentChildren;
}

function Word({ word, text, class: kind, children }: WordProps) {
  const one = word.replace(/\s+/g, "");
  return (
    <button
      type="button"
      class={`word ${kind}`}
      tabIndex={-1}
      title={text.length > 12 ? `${text}\nOnly ${one}` : `Only ${one}`}
      onClick={(click) => {
        click.stopPropagation();
        toggleWord(one);
      }}
    >
      {children ?? text}
    </button>
  );
}

/** Those that decided come first. */
const RANKS: readonly RowHook["deed"][] = ["refused", "failed", "ignored", "changed", "warned", "allowed"];

function Hooks({ row: { hooks = [], refused, message = "" }, most }: { row: Row; most: number }) {
  const names = new Set<string>();
  const shown = [...hooks]
    .sort((a, b) => RANKS.indexOf(a.deed) - RANKS.indexOf(b.deed))
    .filter(({ kind, name }) => {
      const isNew = !names.has(`${kind} ${name}`);
      names.add(`${kind} ${name}`);
      return isNew;
    });
  if (shown.length === 0)
    return refused ? (
      <span class="reason" title={message}>
        {message}
      </span>
    ) : null;
  return (
    <>
      {shown.slice(0, most).map(({ kind, name, deed }, index) => (
        <span
          key={index}
          class={`hook ${deed}`}
          title={`${kind} ${name}: ${deedText(deed)}${deed === "refused" || deed === "failed" ? `\n${message}` : ""}`}
        >
          <DeedIcon deed={deed} />
          <span class="hook-text">{name}</span>
        </span>
      ))}
      {shown.length > most && <span class="more">+{shown.length - most}</span>}
    </>
  );
}
