import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ExplainedText } from "../../../src/cli/console/explain-text.ts";
import { messageOf, post } from "../api.ts";
import { ErrorsView } from "./errors-view.tsx";
import { explained, tell, told } from "./told.ts";
import { ToldField } from "./told-field.tsx";

/** Explains errors that any API server gave, from their text, with the objects of this server. */
export function ExplainView() {
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const explain = async (): Promise<void> => {
    const text = told.value;
    if (text.trim() === "") return;
    problem.value = "";
    isBusy.value = true;
    try {
      const answer = await post<ExplainedText>("/api/errors", { text });
      // Another text may be there by now.
      if (told.value === text) explained.value = answer;
    } catch (error) {
      problem.value = messageOf(error);
    }
    isBusy.value = false;
  };
  useEffect(() => {
    if (explained.value === undefined) void explain();
  }, []);
  const change = (text: string, isWhole: boolean): void => {
    tell(text);
    problem.value = "";
    if (isWhole) void explain();
  };
  return (
    <section class="page" aria-labelledby="explain-title">
      <div>
        <h1 id="explain-title">Explain an error</h1>
        <p class="dim">
          Paste an error that an API server gave, whichever server that is. Its webhooks and policies are
          looked up on this server. The text stays on this machine: the server does not get it.
        </p>
      </div>
      <ToldField text={told.value} onText={change} onEnter={explain} />
      <div class="actions">
        <button
          type="button"
          class="button primary"
          title="Explain (Ctrl+Enter)"
          disabled={isBusy.value || told.value.trim() === ""}
          onClick={explain}
        >
          {isBusy.value ? "Looking …" : "Explain"}
        </button>
        <button
          type="button"
          class="button"
          disabled={told.value === ""}
          onClick={({ currentTarget }) => {
            change("", false);
            currentTarget.closest("section")?.querySelector("textarea")?.focus();
          }}
        >
          Clear
        </button>
      </div>
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="stack" aria-live="polite">
        {explained.value !== undefined && (
          <>
            <ErrorsView errors={explained.value.errors} />
            {explained.value.notes.map((note) => (
              <p key={note} class="dim small">
                {note}
              </p>
            ))}
          </>
        )}
      </div>
    </section>
  );
}
