import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Step } from "../../../src/explain/explanation.ts";
import { type Deed, deedText } from "../deeds.ts";
import { DeedIcon } from "../icons.tsx";
import { milliseconds } from "../words.ts";
import type { FullExplanation } from "./fetched.ts";
import { type Bar, groupsOf, type Lane, limitOf } from "./lanes.ts";
import { type NotCalled, notCalledOf } from "./not-called.ts";
import { StepDetails } from "./step-details.tsx";

/** The plugins, webhooks and policies that were called, on the time of the request. Those that were not are folded by reason. */
export function Waterfall({ lanes, explanation }: { lanes: readonly Lane[]; explanation: FullExplanation }) {
  const groups = groupsOf(lanes);
  const { milliseconds: total } = explanation.detail;
  const limit = limitOf(lanes);
  return (
    <section class="card" aria-labelledby="waterfall-title">
      <div class="card-head">
        <h2 id="waterfall-title">Calls</h2>
        <p class="dim small">
          {milliseconds(total)}
          {limit !== undefined && ` of ${milliseconds(limit)} at most`}
        </p>
      </div>
      {groups.length === 0 && (
        <p class="dim">
          {lanes.length === 0
            ? "The request did not reach admission."
            : "No plugin, webhook or policy was called."}
        </p>
      )}
      {groups.map(({ title, note, lanes: own }) => (
        <div key={title} class="group">
          <h3>
            {title} <span class="dim">{note}</span>
          </h3>
          <ol class="lanes">
            {runsOf(own).map((run, index) =>
              run.length === 1 && run[0] !== undefined && !isQuiet(run[0]) ? (
                <LaneRow key={index} lane={run[0]} total={total} />
              ) : (
                <QuietRun key={index} lanes={run} total={total} />
              ),
            )}
          </ol>
        </div>
      ))}
      <NotCalledGroups groups={notCalledOf(lanes)} />
    </section>
  );
}

function NotCalledGroups({ groups }: { groups: readonly NotCalled[] }) {
  const open = useSignal(false);
  if (groups.length === 0) return null;
  const count = groups.reduce((sum, { lanes }) => sum + lanes.length, 0);
  return (
    <div class="group not-called">
      <button
        type="button"
        class="fold"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        Not called: {count}
      </button>
      {open.value &&
        groups.map(({ title, lanes }) => (
          <div key={title}>
            <h4>
              {title}: {lanes.length}
            </h4>
            <ol class="lanes">
              {lanes.map((lane, index) => (
                <LaneRow key={index} lane={lane} total={0} />
              ))}
            </ol>
          </div>
        ))}
    </div>
  );
}

/** Built-in plugins that admitted the request: they are many, and rarely of interest. */
const isQuiet = ({ step, deed }: Lane): boolean => step.kind === "plugin" && deed !== "refused";

function runsOf(lanes: readonly Lane[]): Lane[][] {
  const runs: Lane[][] = [];
  for (const lane of lanes) {
    const last = runs.at(-1);
    if (isQuiet(lane) && last?.[0] !== undefined && isQuiet(last[0])) last.push(lane);
    else runs.push([lane]);
  }
  return runs;
}

function QuietRun({ lanes, total }: { lanes: readonly Lane[]; total: number }) {
  const open = useSignal(false);
  const bars = lanes.flatMap(({ bar }) => bar ?? []);
  const start = Math.min(...bars.map((bar) => bar.start));
  const time = bars.reduce((sum, bar) => sum + bar.milliseconds, 0);
  const deed = lanes.some((lane) => lane.deed === "changed") ? "changed" : "allowed";
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
        <DeedIcon deed={deed} isSaid />
        <span class="lane-name">
          {lanes.length} built-in {lanes.length === 1 ? "plugin" : "plugins"}
        </span>
        <span class="lane-said">{deedText(deed)}</span>
        <Track
          bar={bars.length === 0 ? undefined : { start, milliseconds: time }}
          total={total}
          deed="allowed"
        />
        <span class="lane-time">{milliseconds(time)}</span>
      </button>
      {open.value && (
        <ol class="lanes inner">
          {lanes.map((lane, index) => (
            <LaneRow key={index} lane={lane} total={total} />
          ))}
        </ol>
      )}
    </li>
  );
}

function LaneRow({ lane, total }: { lane: Lane; total: number }) {
  const { step, deed, bar } = lane;
  const open = useSignal(false);
  const hasMore = step.kind !== "plugin" || step.refusal !== undefined;
  const head = (
    <>
      <DeedIcon deed={deed} isSaid />
      <span class="lane-name">
        <span class="lane-title">{step.name}</span>
        <span class="dim lane-of">{ownerOf(step)}</span>
      </span>
      <span class="lane-said">{deed === "skipped" ? reasonOf(step) : deedText(deed)}</span>
      {total > 0 && <Track bar={bar} total={total} deed={deed} />}
      {total > 0 && <span class="lane-time">{bar === undefined ? "" : milliseconds(bar.milliseconds)}</span>}
    </>
  );
  return (
    <li class={`lane ${deed}`}>
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
          <StepDetails lane={lane} />
        </div>
      )}
    </li>
  );
}

const reasonOf = (step: Step): string => (step.kind === "plugin" ? "" : (step.why?.message ?? ""));

/** The configuration of a webhook, or the binding and parameter of a policy. */
function ownerOf(step: Step): ComponentChildren {
  if (step.kind === "webhook") return step.configuration;
  if (step.kind === "policy")
    return step.binding === "" ? "policy" : `${step.binding}${step.param && `, ${step.param}`}`;
  return "plugin";
}

/** Least width of a bar in percent, so that it is visible. */
const LEAST = 0.4;

function Track({ bar, total, deed }: { bar: Bar | undefined; total: number; deed: Deed }) {
  if (bar === undefined || total <= 0) return <span class="track" aria-hidden="true" />;
  const left = Math.max(0, Math.min(100 - LEAST, (bar.start / total) * 100));
  const width = Math.max(LEAST, Math.min(100 - left, (bar.milliseconds / total) * 100));
  return (
    <span class="track" aria-hidden="true">
      <span class={`bar-time ${deed}`} style={{ left: `${left}%`, width: `${width}%` }} />
    </span>
  );
}
