import type { ExplainedCall, PolicyStep } from "../../../src/explain/explanation.ts";
import { milliseconds } from "../words.ts";
import { CauseView } from "./cause-view.tsx";
import { DiffView, ObjectText } from "./diff-view.tsx";
import type { Lane } from "./lanes.ts";
import { Seen } from "./seen-values.tsx";

/**
 * Details of one hook: its answer and changes, or the reason why it was not called. `said`: a message that is shown already;
 * default: none.
 */
export function StepDetails({ lane: { step, decision }, said = "" }: { lane: Lane; said?: string }) {
  if (step.kind === "plugin") return step.refusal?.message === said ? null : <p>{step.refusal?.message}</p>;
  const changed = decision !== undefined && decision.before !== undefined && decision.before !== null;
  const review = decision !== undefined && "review" in decision ? decision.review : undefined;
  return (
    <>
      {step.why !== undefined && <CauseView cause={step.why} said={said} />}
      {step.kind === "webhook" && step.call !== undefined && (
        <Call call={step.call} isSaid={step.why !== undefined} />
      )}
      {step.kind === "policy" && <Checks step={step} said={said} />}
      {changed && (
        <DiffView before={decision.before} after={decision.after} label={`What ${step.name} changed`} />
      )}
      {review !== undefined && (
        <details>
          <summary>Review and answer as sent</summary>
          <div class="columns">
            <div>
              <h4>AdmissionReview</h4>
              <ObjectText value={review.review} label="The review" />
            </div>
            <div>
              <h4>{review.status === 0 ? "No answer" : `Answer ${review.status} ${review.contentType}`}</h4>
              {review.error !== "" && <p>{review.error}</p>}
              {review.body !== "" && <ObjectText value={review.body} label="The answer" />}
            </div>
          </div>
        </details>
      )}
    </>
  );
}

/** `isSaid`: the reason above has the message already. */
function Call({ call, isSaid }: { call: ExplainedCall; isSaid: boolean }) {
  const {
    outcome,
    code,
    message,
    failurePolicy,
    ignored,
    budgetMilliseconds,
    remainingMilliseconds,
    attempts,
  } = call;
  const isShortened = remainingMilliseconds !== null && remainingMilliseconds <= budgetMilliseconds;
  const share = Math.min(100, (call.milliseconds / Math.max(1, budgetMilliseconds)) * 100);
  return (
    <>
      {message !== "" && !isSaid && <p class={outcome === "allowed" ? "" : "bad"}>{message}</p>}
      <dl class="facts">
        <div>
          <dt>Answer</dt>
          <dd>
            {outcome}
            {outcome !== "allowed" && `, ${code}`}
            {ignored && ", ignored"}
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>
            {milliseconds(call.milliseconds)} of {milliseconds(budgetMilliseconds)}
            {isShortened && ", the rest of the time of the request"}
            <meter class="budget" min={0} max={100} value={share} aria-label="Used share of its time limit" />
          </dd>
        </div>
        <div>
          <dt>failurePolicy</dt>
          <dd>{failurePolicy}</dd>
        </div>
        {attempts > 1 && (
          <div>
            <dt>Attempts</dt>
            <dd>{attempts}</dd>
          </div>
        )}
      </dl>
      <Annotations title="Audit annotations" values={call.auditAnnotations} />
      {call.warnings.map((text, index) => (
        <p key={index} class="warning">
          {text}
        </p>
      ))}
    </>
  );
}

export function Annotations({ title, values }: { title: string; values: Readonly<Record<string, string>> }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl class="facts long">
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Checks({ step: { checks }, said }: { step: PolicyStep; said: string }) {
  return (
    <ul class="checks">
      {checks.map(({ expression, actions, message, changed, saw = {}, variables = {} }, index) => (
        <li key={index}>
          <code class="expression">{expression}</code>
          <span class={actions.length === 0 ? "good" : "bad"}>
            {actions.length === 0 ? (changed ? "changed the object" : "holds") : actions.join(", ")}
          </span>
          {message !== "" && !said.endsWith(message) && <p>{message}</p>}
          <Seen values={{ ...saw, ...prefixed(variables) }} />
        </li>
      ))}
    </ul>
  );
}

const prefixed = (variables: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [`variables.${name}`, value]));
