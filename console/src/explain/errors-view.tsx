import { NO_KNOWN_ERROR } from "../../../src/explain/message/told-text.ts";
import type { ExplainedError } from "../../../src/lint/failed-calls/explain-errors.ts";
import { FindingItem } from "../configurations/finding-item.tsx";
import { CauseView, Place } from "../request/cause-view.tsx";

interface ErrorsProps {
  readonly errors: readonly ExplainedError[];
  /** Shows a place of a file, `hooks.yaml:3`. Absent: there are no files, and objects of the server are links. */
  readonly show?: (place: string) => void;
}

/** The errors of a text, each with its cause, what helps, and what lint finds about the call. */
export function ErrorsView({ errors, show }: ErrorsProps) {
  if (errors.length === 0)
    return <p class="warning">{NO_KNOWN_ERROR.charAt(0).toUpperCase() + NO_KNOWN_ERROR.slice(1)}.</p>;
  return (
    <>
      <h2>{errors.length === 1 ? "1 error" : `${errors.length} different errors`}</h2>
      {errors.map((one, index) => (
        <ErrorCard key={index} error={one} show={show} />
      ))}
    </>
  );
}

function ErrorCard({ error, show }: { error: ExplainedError; show: ErrorsProps["show"] | undefined }) {
  const { text, lines, cause, findings } = error;
  const name = cause.webhook || cause.of || "The API server";
  return (
    <section class="card told-error" aria-label={name}>
      <CauseView cause={cause} asFinding show={show} />
      {findings.length > 0 && (
        <div>
          <h3>What lint finds about this call</h3>
          <ul class="told-findings">
            {findings.map((finding, at) => (
              <FindingItem key={at} finding={finding}>
                <p class="cause-place">
                  <span class="dim">
                    {finding.object.kind}/{finding.object.name} at{" "}
                  </span>
                  <Place
                    at={finding.file === "" ? finding.path : `${finding.file}:${finding.line}`}
                    show={show}
                  />
                </p>
              </FindingItem>
            ))}
          </ul>
        </div>
      )}
      <details>
        <summary>The text{lines > 1 && `, in ${lines} lines`}</summary>
        <pre class="code told-text">{text}</pre>
      </details>
    </section>
  );
}
