import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Step } from "../../../src/explain/explanation.ts";
import { milliseconds } from "../words.ts";
import type { FullExplanation } from "./fetched.ts";
import { type Bar, groupsOf, type Lane } from "./lanes.ts";
import { StepDetails } from "./step-details.tsx";

/** Everybody who had a part in a request, or might have had one, on the time that it took. */
export function Waterfall({ explanation }: { explanation: FullExplanation }) {
  const groups = groupsOf(explanation);
  const { milliseconds: total, timeoutMilliseconds } = explanation.detail;
  return (
    <section class="card" aria-labelledby="waterfall-title">
      <div class="card-head">
        <h2 id="waterfall-title">Who was asked</h2>
        <p class="dim">
          {milliseconds(total)}
          {timeoutMilliseconds > 0 && ` of ${milliseconds(timeoutMilliseconds)} that the request might take`}
        </p>
      </div>
      {groups.length === 0 && <p class="dim">No webhook or policy: the request did not reach admission.</p>}
      {groups.map(({ title, note, lanes }) => (
        <div key={title} class="group">
          <h3>
            {title}
            {note !== "" && <span class="dim"> {note}</span>}
          </h3>
          <ol class="lanes">
            {runsOf(lanes).map((run, index) =>
              run.length === 1 && run[0] !== undefined && !isQuiet(run[0]) ? (
                <LaneRow key={index} lane={run[0]} total={total} explanation={explanation} />
              ) : (
                <QuietRun key={index} lanes={run} total={total} explanation={explanation} />
              ),
            )}
          </ol>
        </div>
      ))}
    </section>
  );
}

/** Built-in plugins that admitted the request: they are many, and rarely of interest. */
const isQuiet = ({ step, state }: Lane): boolean => step.kind === "plugin" && state === "passed";

function runsOf(lanes: readonly Lane[]): Lane[][] {
  const runs: Lane[][] = [];
  for (const lane of lanes) {
    const last = runs.at(-1);
    if (isQuiet(lane) && last?.[0] !== undefined && isQuiet(last[0])) last.push(lane);
    else runs.push([lane]);
  }
  return runs;
}

function QuietRun({ lanes, total, explanation }: RunProps) {
  const open = useSignal(false);
  const bars = lanes.flatMap(({ bar }) => bar ?? []);
  const start = Math.min(...bars.map((bar) => bar.start));
  const time = bars.reduce((sum, bar) => sum + bar.milliseconds, 0);
  return (
    <li class="lane quiet">
      <button
        type="button"
        class="lane-head"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <span class="mark passed" aria-hidden="true">
          ✓
        </span>
        <span class="lane-name">
          {lanes.length} built-in {lanes.length === 1 ? "plugin" : "plugins"}
        </span>
        <span class="lane-said">passed</span>
        <Track
          bar={bars.length === 0 ? undefined : { start, milliseconds: time }}
          total={total}
          state="passed"
        />
        <span class="lane-time dim">{milliseconds(time)}</span>
      </button>
      {open.value && (
        <ol class="lanes inner">
          {lanes.map((lane, index) => (
            <LaneRow key={index} lane={lane} total={total} explanation={explanation} />
          ))}
        </ol>
      )}
    </li>
  );
}

interface RunProps {
  readonly lanes: readonly Lane[];
  readonly total: number;
  readonly explanation: FullExplanation;
}

const MARKS: Readonly<Record<Lane["state"], { readonly sign: string; readonly said: string }>> = {
  passed: { sign: "✓", said: "passed" },
  changed: { sign: "✎", said: "changed the object" },
  denied: { sign: "✕", said: "refused" },
  failed: { sign: "!", said: "failed" },
  skipped: { sign: "–", said: "not called" },
};

function LaneRow({ lane, total, explanation }: { lane: Lane; total: number; explanation: FullExplanation }) {
  const { step, state, bar, isOpen } = lane;
  const open = useSignal(isOpen);
  const hasMore = step.kind !== "plugin" || step.refusal !== undefined;
  const { sign, said } = MARKS[state];
  const head = (
    <>
      <span class={`mark ${state}`} aria-hidden="true">
        {sign}
      </span>
      <span class="lane-name">
        <span class="lane-title">{step.name}</span>
        <span class="dim lane-of">{ownerOf(step)}</span>
      </span>
      <span class="lane-said">{said}</span>
      <Track bar={bar} total={total} state={state} />
      <span class="lane-time dim">{bar === undefined ? "" : milliseconds(bar.milliseconds)}</span>
    </>
  );
  return (
    <li class={`lane ${state}`}>
      {hasMore ? (
        <button
          type="button"
          class="lane-head"
          aria-expanded={open.value}
          onClick={() => {
            open.value = !open.value;
          }}
        >
          {head}
        </button>
      ) : (
        <div class="lane-head">{head}</div>
      )}
      {hasMore && open.value && (
        <div class="lane-body">
          <StepDetails lane={lane} explanation={explanation} />
        </div>
      )}
    </li>
  );
}

function ownerOf(step: Step): ComponentChildren {
  if (step.kind === "webhook") return step.configuration;
  if (step.kind === "policy")
    return step.binding === "" ? "policy" : `${step.binding}${step.param && `, ${step.param}`}`;
  return "plugin";
}

/** At least so wide that it is seen. */
const LEAST = 0.4;

function Track({ bar, total, state }: { bar: Bar | undefined; total: number; state: Lane["state"] }) {
  if (bar === undefined || total <= 0) return <span class="track" aria-hidden="true" />;
  const left = Math.max(0, Math.min(100 - LEAST, (bar.start / total) * 100));
  const width = Math.max(LEAST, Math.min(100 - left, (bar.milliseconds / total) * 100));
  return (
    <span class="track" aria-hidden="true">
      <span class={`bar-time ${state}`} style={{ left: `${left}%`, width: `${width}%` }} />
    </span>
  );
}
