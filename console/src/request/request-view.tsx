import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Row } from "../../../src/cli/console/requests/row.ts";
import { shownName } from "../../../src/report/shown-name.ts";
import { explainCommand } from "../about.ts";
import { get, messageOf } from "../api.ts";
import { ExplainLink } from "../explain/explain-link.tsx";
import { DeedIcon } from "../icons.tsx";
import { milliseconds } from "../words.ts";
import { CauseView } from "./cause-view.tsx";
import { DecisionView } from "./decision-view.tsx";
import type { FullExplanation } from "./fetched.ts";
import { Forgotten } from "./forgotten.tsx";
import { type Lane, lanesOf, refusersOf } from "./lanes.ts";
import { findingsBeside, ownFindings } from "./not-called.ts";
import { ObjectViews } from "./object-views.tsx";
import { TryAgain } from "./try-again.tsx";
import { Waterfall } from "./waterfall.tsx";

/** One request: the decision first, then its causes, its calls and its object. */
export function RequestView({ id, row }: { id: string; row: Row | undefined }) {
  const shown = useSignal<{ readonly id: string; readonly explanation: FullExplanation } | undefined>(
    undefined,
  );
  const problem = useSignal("");
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    const left = new AbortController();
    problem.value = "";
    get<FullExplanation>(`/api/request?id=${encodeURIComponent(id)}`, left.signal).then(
      (explanation) => {
        shown.value = { id, explanation };
        top.current?.parentElement?.scrollTo(0, 0);
      },
      (error) => {
        if (left.signal.aborted) return;
        shown.value = undefined;
        problem.value = messageOf(error);
      },
    );
    return () => left.abort();
  }, [id]);
  return (
    <article ref={top} class="request" aria-label="The request" aria-busy={shown.value?.id !== id}>
      {problem.value !== "" && <Forgotten row={row} problem={problem.value} />}
      {shown.value !== undefined && (
        <Explained key={shown.value.id} id={shown.value.id} explanation={shown.value.explanation} />
      )}
    </article>
  );
}

function Explained({ id, explanation }: { id: string; explanation: FullExplanation }) {
  const lanes = lanesOf(explanation);
  const findings = ownFindings(explanation);
  const refusers = explanation.answer.allowed ? [] : refusersOf(lanes);
  const elsewhere = explanation.findings.length - findings.length;
  const others = findingsBeside(findings, refusers);
  return (
    <>
      <Verdict explanation={explanation} lanes={lanes} refusers={refusers} />
      {refusers.map((lane, index) => (
        <DecisionView key={index} lane={lane} said={explanation.answer.message} />
      ))}
      {others.length > 0 && (
        <section class="card findings" aria-labelledby="findings-title">
          <h2 id="findings-title">What looks wrong</h2>
          {others.map((cause, index) => (
            <CauseView key={index} cause={cause} asFinding />
          ))}
        </section>
      )}
      <Waterfall lanes={lanes} explanation={explanation} />
      <ObjectViews explanation={explanation} />
      <TryAgain id={id} explanation={explanation} />
      <Facts id={id} explanation={explanation} />
      {elsewhere > 0 && (
        <p class="dim small">
          {elsewhere === 1 ? "One more finding is" : `${elsewhere} more findings are`} about other requests:{" "}
          <a href="#/configurations">Configurations</a>
        </p>
      )}
    </>
  );
}

interface VerdictProps {
  readonly explanation: FullExplanation;
  readonly lanes: readonly Lane[];
  readonly refusers: readonly Lane[];
}

function Verdict({ explanation, lanes, refusers }: VerdictProps) {
  const { request, answer, end } = explanation;
  const { operation, resource, subresource, namespace, name, dryRun } = request;
  const what = `${resource.resource}${subresource === "" ? "" : `/${subresource}`}`;
  const changers = lanes.filter(({ deed, step }) => deed === "changed" && step.kind !== "plugin");
  const ignored = lanes.filter(({ deed }) => deed === "ignored");
  return (
    <header class={`verdict ${answer.allowed ? "allowed" : "refused"}`}>
      <p class="eyebrow">
        {operation} {what}
        {resource.group !== "" && `.${resource.group}`}
        {dryRun && <span class="tag">dry run</span>}
      </p>
      <h1>
        {namespace !== "" && namespace !== name && <span class="dim">{namespace}/</span>}
        {shownName(request) || what}
      </h1>
      <p class="outcome">
        <span class={`badge code-${Math.floor(answer.code / 100)}`}>{answer.code}</span>
        <strong class={answer.allowed ? "good" : "bad"}>
          {refusers.length > 0 ? `Refused by ${namesOf(refusers)}` : outcomeText(answer.allowed, end.message)}
        </strong>
      </p>
      {!answer.allowed && answer.message !== "" && (
        <>
          <p class="said">{answer.message}</p>
          <ExplainLink message={answer.message} />
        </>
      )}
      {changers.length > 0 && (
        <p class="did">
          <DeedIcon deed="changed" isSaid /> Changed by {namesOf(changers)}
        </p>
      )}
      {ignored.length > 0 && (
        <p class="did">
          <DeedIcon deed="ignored" isSaid /> Failed, and was ignored: {namesOf(ignored)}
        </p>
      )}
      {answer.warnings.map((text, index) => (
        <p key={index} class="did">
          <DeedIcon deed="warned" isSaid /> <span class="hidden">Warning: </span>
          {text}
        </p>
      ))}
    </header>
  );
}

const namesOf = (lanes: readonly Lane[]): string =>
  [...new Set(lanes.map(({ step }) => step.name))].join(", ");

/** `refused (403) by webhook a of b` without the code, which is beside it. */
function outcomeText(allowed: boolean, message: string): string {
  const text = message.replace(/ \(\d{3}\)/, "");
  return text === "" ? (allowed ? "Allowed" : "Refused") : text.charAt(0).toUpperCase() + text.slice(1);
}

function Facts({ id, explanation }: { id: string; explanation: FullExplanation }) {
  const { request, detail, notes } = explanation;
  return (
    <section class="card" aria-labelledby="facts-title">
      <h2 id="facts-title">The request</h2>
      <dl class="facts long">
        <Fact name="User" value={request.user} />
        <Fact name="Groups" value={request.groups.join(", ")} />
        {detail.impersonator !== undefined && (
          <Fact name="Impersonated by" value={detail.impersonator.username ?? ""} />
        )}
        <Fact name="Client" value={detail.userAgent ?? ""} />
        <Fact name="Took" value={milliseconds(detail.milliseconds)} />
        <Fact name="Audit id" value={id} />
        <Fact name="In a terminal" value={explainCommand(id)} isCode />
      </dl>
      {notes.map((note, index) => (
        <p key={index} class="dim">
          {note}
        </p>
      ))}
    </section>
  );
}

function Fact({ name, value, isCode = false }: { name: string; value: string; isCode?: boolean }) {
  return value === "" ? null : (
    <div>
      <dt>{name}</dt>
      <dd class={isCode ? "code" : ""}>{value}</dd>
    </div>
  );
}
