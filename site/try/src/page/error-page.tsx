import { batch, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ErrorsView } from "../../../../console/src/explain/errors-view.tsx";
import { ToldField } from "../../../../console/src/explain/told-field.tsx";
import { MANIFESTS, type ToldReport } from "../engine/messages.ts";
import { createEditor, type Editor, type Mark } from "./editor.ts";
import type { Engine } from "./engine.ts";
import { Head } from "./head.tsx";

/** Both stay when a visitor comes back. The address does not have them: errors name clusters. */
const text = signal("");
const manifests = signal("");

/** A pause in typing, after which the engine looks. */
const PAUSE_MS = 300;

/** Explains errors that an API server gave, from their text, and from manifests if there are any. */
export function ErrorPage({ engine }: { engine: Engine }) {
  const report = useSignal<ToldReport | undefined>(undefined);
  const failure = useSignal("");
  const isReady = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const explain = (): void => {
    clearTimeout(timer.current);
    // The answer to an earlier text may still come: it is not shown while there is no text.
    if (text.value.trim() === "") report.value = undefined;
    else engine.ask({ kind: "explain", told: { text: text.value, manifests: manifests.value } });
  };
  const explainLater = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(explain, PAUSE_MS);
  };
  useEffect(() => {
    const made = createEditor("Manifests", true, (next) => {
      manifests.value = next;
      explainLater();
    });
    made.set(manifests.value);
    editor.current = made;
    place.current?.append(made.element);
    engine.listen({
      ready: () => {
        isReady.value = true;
      },
      told: (next) =>
        batch(() => {
          report.value = text.value.trim() === "" ? undefined : next;
          failure.value = "";
        }),
      failed: (message) =>
        batch(() => {
          report.value = undefined;
          failure.value = message;
        }),
    });
    explain();
    return () => clearTimeout(timer.current);
  }, []);
  useEffect(() => editor.current?.mark(marksOf(report.value)), [report.value]);
  const show = (at: string): void => editor.current?.show(Number(at.slice(at.lastIndexOf(":") + 1)));
  const isEmpty = text.value.trim() === "";
  return (
    <>
      <Head />
      <main class="try errors">
        <div class="left">
          <section class="told" aria-labelledby="told-title">
            <h2 id="told-title">The error</h2>
            <ToldField
              text={text.value}
              onText={(next, isWhole) => {
                text.value = next;
                if (isWhole) explain();
                else explainLater();
              }}
            />
          </section>
          <h2 class="beside">
            Manifests <span class="dim">if you have them: webhook configurations, policies, CRDs, Services, pods</span>
          </h2>
          <div class="editor" ref={place} />
        </div>
        <div class="answer" aria-live="polite">
          {!isReady.value && failure.value === "" && <p class="dim">The engine is loading …</p>}
          {failure.value !== "" && (
            <p class="verdict refused" role="alert">
              {failure.value}
            </p>
          )}
          {report.value?.problem !== undefined && (
            <p class="verdict refused" role="alert">
              {MANIFESTS}
              {report.value.problem.line > 0 && `:${report.value.problem.line}`}: {report.value.problem.message}
            </p>
          )}
          {isEmpty && (
            <p class="start">
              Paste an error that an API server gave, such as <code>failed calling webhook …</code>. Its cause is
              shown here, and what helps.
            </p>
          )}
          {report.value !== undefined && <ErrorsView errors={report.value.errors} show={show} />}
          <p class="dim foot">
            {report.value !== undefined && `Explained in ${report.value.milliseconds.toFixed(0)} ms. `}
            The text and the manifests do not leave this browser: the page sends them nowhere, and the address does not
            have them.
          </p>
        </div>
      </main>
    </>
  );
}

function marksOf(report: ToldReport | undefined): Mark[] {
  if (report === undefined) return [];
  const { problem, errors } = report;
  return [
    ...(problem === undefined
      ? []
      : [{ line: Math.max(1, problem.line), severity: "error" as const, text: problem.message }]),
    ...errors.flatMap(({ findings }) =>
      findings
        .filter(({ file }) => file === MANIFESTS)
        .map(({ line, severity, message }): Mark => ({ line, severity, text: message })),
    ),
  ];
}
