import type { ComponentChildren } from "preact";
import type { HookCount } from "../../../src/cli/console/requests/hook-counts.ts";
import type { Row } from "../../../src/cli/console/requests/row.ts";
import { type Finding, isAtLeast } from "../../../src/lint/finding.ts";
import { showAll } from "../live/wish.ts";
import { go, requestLink } from "../route.ts";
import { milliseconds, timeText } from "../words.ts";
import { FindingItem } from "./finding-item.tsx";
import type { Hook } from "./hooks.ts";

const FIGURES = ["calls", "changed", "refused", "failed", "p50", "p99"];

/** The names of the columns, once for each phase. A screen reader has them in each row. */
export function FigureNames() {
  return (
    <div class="hook-row hook-names" aria-hidden="true">
      <span />
      <p class="numbers">
        {FIGURES.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </p>
    </div>
  );
}

interface HookRowProps {
  readonly hook: Hook;
  /** Undefined: they are not known yet. */
  readonly findings: readonly Finding[] | undefined;
  readonly count: HookCount | undefined;
}

/** A webhook or policy: its facts, its counts, and the findings of lint. */
export function HookRow({ hook, findings, count }: HookRowProps) {
  const { name, of, kind, facts, notAfter } = hook;
  const { calls = 0, changed = 0, refused = 0, failed = 0, p50 = 0, p99 = 0, lastFailure } = count ?? {};
  return (
    <li class="hook-row">
      <div>
        <p>
          <a class="hook-name" href={`#/what-if/${encodeURIComponent(of)}`}>
            {name}
          </a>{" "}
          <span class="dim">{kind === "policy" ? "policy" : of.split("/")[1]}</span>
        </p>
        <p class="dim small">{facts.join(" · ")}</p>
        {notAfter !== undefined && <Expiry notAfter={notAfter} />}
        {lastFailure !== undefined && <LastFailure row={lastFailure} webhook={name} />}
      </div>
      <dl class="numbers">
        <Figure name="calls" value={String(calls)} isNone={calls === 0} />
        <Figure name="changed" value={String(changed)} isNone={changed === 0} />
        <Figure name="refused" value={<Refused number={refused} hook={name} />} isNone={refused === 0} />
        <Figure name="failed" value={String(failed)} isNone={failed === 0} isBad={failed > 0} />
        <Figure name="p50" value={calls === 0 ? "–" : milliseconds(p50)} isNone={calls === 0} />
        <Figure name="p99" value={calls === 0 ? "–" : milliseconds(p99)} isNone={calls === 0} />
      </dl>
      <Findings findings={findings} />
    </li>
  );
}

/** One line, before and after the check, so that the page does not move. It opens. */
function Findings({ findings }: Pick<HookRowProps, "findings">) {
  if (findings === undefined || findings.length === 0)
    return (
      <p class="hook-findings small dim">
        {findings === undefined ? "lint: checking …" : "lint: no findings"}
      </p>
    );
  const first = findings.reduce((worst, one) => (isAtLeast(worst.severity, one.severity) ? worst : one));
  return (
    <details class="hook-findings small" data-severity={first.severity}>
      <summary>
        <span class="finding-count">
          {findings.length === 1 ? first.severity : `${findings.length} findings`}
        </span>
        <span class="finding-first">{first.message}</span>
      </summary>
      <ul>
        {findings.map((finding, index) => (
          <FindingItem key={index} finding={finding} />
        ))}
      </ul>
    </details>
  );
}

/** Opened, the request says what was wrong; where the failure refused it, its message does. */
function LastFailure({ row, webhook }: { row: Row; webhook: string }) {
  const { id, time, message = "", verb, resource, namespace = "", name = "" } = row;
  return (
    <p class="small bad">
      failed last at {timeText(time)}:{" "}
      <a href={requestLink(id)}>
        {message.includes(webhook) ? message : `${verb} ${resource} ${namespace}/${name}`}
      </a>
    </p>
  );
}

/** The number is that of the rows which the link shows: it turns the requests of controllers on. */
function Refused({ number, hook }: { number: number; hook: string }) {
  if (number === 0) return <>0</>;
  return (
    <button
      type="button"
      class="link"
      title={`Show the requests that ${hook} refused`}
      onClick={() => {
        showAll(`refused-by:${hook}`);
        go("/live");
      }}
    >
      {number}
    </button>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly isNone: boolean;
  readonly isBad?: boolean;
}

function Figure({ name, value, isNone, isBad = false }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isBad ? "bad" : isNone ? "dim" : ""}>{value}</dd>
    </div>
  );
}

const DAY_MS = 24 * 3600_000;
/** Later ends are of no interest yet. */
const FAR_DAYS = 365;

function Expiry({ notAfter }: { notAfter: string }) {
  const days = Math.floor((Date.parse(notAfter) - Date.now()) / DAY_MS);
  if (days >= FAR_DAYS) return null;
  const text =
    days < 0
      ? `expired ${-days} ${days === -1 ? "day" : "days"} ago`
      : days === 0
        ? "expires today"
        : `expires in ${days} ${days === 1 ? "day" : "days"}`;
  return <p class={`small ${days < 0 ? "bad" : days < 30 ? "warn" : "dim"}`}>authority {text}</p>;
}
