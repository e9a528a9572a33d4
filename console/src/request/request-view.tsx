import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, messageOf } from "../api.ts";
import { milliseconds } from "../words.ts";
import { BlameView } from "./blame-view.tsx";
import { CauseView } from "./cause-view.tsx";
import { DiffView, ObjectText } from "./diff-view.tsx";
import type { FullExplanation } from "./fetched.ts";
import { Annotations } from "./step-details.tsx";
import { TryAgain } from "./try-again.tsx";
import { Waterfall } from "./waterfall.tsx";

/** One request: what became of it, and why. */
export function RequestView({ id }: { id: string }) {
  const explanation = useSignal<FullExplanation | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    const left = new AbortController();
    explanation.value = undefined;
    problem.value = "";
    get<FullExplanation>(`/api/request?id=${encodeURIComponent(id)}`, left.signal).then(
      (value) => {
        explanation.value = value;
      },
      (error) => {
        if (!left.signal.aborted) problem.value = messageOf(error);
      },
    );
    return () => left.abort();
  }, [id]);
  return (
    <section class="page request">
      <a class="back" href="#/live">
        ← All requests
      </a>
      {problem.value !== "" && (
        <div class="empty" role="alert">
          <p class="empty-title">This request cannot be shown</p>
          <p>{problem.value}</p>
        </div>
      )}
      {explanation.value !== undefined && <Explained id={id} explanation={explanation.value} />}
    </section>
  );
}

function Explained({ id, explanation }: { id: string; explanation: FullExplanation }) {
  const { request, answer, end, findings, notes, blame, detail } = explanation;
  const { operation, resource, subresource, namespace, name, user, groups, dryRun } = request;
  const what = `${resource.resource}${subresource === "" ? "" : `/${subresource}`}`;
  const last = detail.evaluations.at(-1);
  return (
    <>
      <header class="page-head">
        <div>
          <p class="eyebrow">
            {operation} {what}
            {resource.group !== "" && ` (${resource.group}/${resource.version})`}
            {dryRun && <span class="tag">dry run</span>}
          </p>
          <h1>
            {namespace !== "" && namespace !== name && <span class="dim">{namespace}/</span>}
            {name || what}
          </h1>
          <p class={`outcome ${answer.allowed ? "good" : "bad"}`}>
            <span class={`badge code-${Math.floor(answer.code / 100)}`}>{answer.code}</span>{" "}
            {answer.allowed ? sentence(end.message) || "Allowed" : answer.message || sentence(end.message)}
          </p>
          {!answer.allowed && end.message !== "" && <p class="dim">{sentence(end.message)}</p>}
        </div>
        <CopyLink />
      </header>
      <dl class="facts wide">
        <Fact name="User" value={user} />
        <Fact name="Groups" value={groups.join(", ")} />
        {detail.impersonator !== undefined && <Fact name="Asked by" value={detail.impersonator.username} />}
        <Fact name="Took" value={milliseconds(detail.milliseconds)} />
        <Fact name="Audit id" value={id} />
      </dl>
      {answer.warnings.length > 0 && (
        <section class="card" aria-labelledby="warnings-title">
          <h2 id="warnings-title">Warnings</h2>
          {answer.warnings.map((text, index) => (
            <p key={index} class="warning">
              {text}
            </p>
          ))}
        </section>
      )}
      {findings.length > 0 && (
        <section class="card findings" aria-labelledby="findings-title">
          <h2 id="findings-title">What looks wrong</h2>
          {findings.map((cause, index) => (
            <CauseView key={index} cause={cause} asFinding />
          ))}
        </section>
      )}
      <Waterfall explanation={explanation} />
      {blame !== undefined && <BlameView blame={blame} />}
      {last !== undefined && (
        <section class="card" aria-labelledby="object-title">
          <h2 id="object-title">The object</h2>
          <Objects {...last} />
          <Annotations title="Audit annotations" values={last.auditAnnotations} />
        </section>
      )}
      <TryAgain id={id} explanation={explanation} />
      {notes.map((note, index) => (
        <p key={index} class="dim">
          {note}
        </p>
      ))}
    </>
  );
}

type Evaluated = FullExplanation["detail"]["evaluations"][number];

function Objects({ object, final, oldObject }: Evaluated) {
  const shown = final ?? object ?? oldObject;
  return (
    <>
      {object !== null && final !== null && (
        <details open>
          <summary>From the object as sent to the object as validated</summary>
          <DiffView before={object} after={final} label="What admission changed" />
        </details>
      )}
      {oldObject !== null && final !== null && (
        <details>
          <summary>From the stored object to the object as validated</summary>
          <DiffView before={oldObject} after={final} label="What the request changes" />
        </details>
      )}
      {shown !== null && (
        <details>
          <summary>{final === null ? "As it was" : "As it was validated"}</summary>
          <ObjectText value={shown} label="The object" />
        </details>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return value === "" ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function CopyLink() {
  const copied = useSignal(false);
  return (
    <button
      type="button"
      class="button"
      onClick={() =>
        navigator.clipboard.writeText(location.href).then(
          () => {
            copied.value = true;
          },
          () => {},
        )
      }
    >
      {copied.value ? "Copied" : "Copy link"}
    </button>
  );
}
