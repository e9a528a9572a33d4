import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Progress } from "../../../src/cli/console/what-if/compare-decisions.ts";
import { get, messageOf, post, postSlowly, problemsOf } from "../api.ts";
import { go } from "../route.ts";
import { yamlText } from "../yaml-text.ts";
import { type Answer, type Applied, editable, type KubeObject, nameOf } from "./answer.ts";
import { ApplyDialog } from "./apply-dialog.tsx";
import { ChangesView } from "./changes-view.tsx";
import { createEditor, type Editor } from "./editor.ts";
import { START } from "./start.ts";

/** Changes a configuration, shows which of the latest requests would get another decision, and applies it. */
export function WhatIfView({ name }: { name: string }) {
  const objects = useSignal<readonly KubeObject[]>([]);
  const problem = useSignal("");
  const answer = useSignal<Answer | undefined>(undefined);
  const busy = useSignal<"" | "ask" | "check" | "apply" | "undo">("");
  const progress = useSignal<Progress | undefined>(undefined);
  const asking = useRef<AbortController | undefined>(undefined);
  const call = useSignal(false);
  const dirty = useSignal(false);
  const planned = useSignal<readonly Applied[]>([]);
  const done = useSignal<readonly Applied[]>([]);
  const undone = useSignal("");
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);

  const load = async (chosen: string | undefined): Promise<void> => {
    try {
      objects.value = (await get<{ objects: readonly KubeObject[] }>("/api/configurations")).objects;
      if (chosen === undefined) return;
      const wanted = objects.value.find((one) => nameOf(one) === chosen);
      const other = chosen === "" ? START : "";
      editor.current?.set(wanted === undefined ? other : `${yamlText(editable(wanted))}\n`);
      dirty.value = false;
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const forgetMessages = (): void => {
    problem.value = "";
    done.value = [];
    undone.value = "";
  };
  const forget = (): void => {
    asking.current?.abort();
    answer.value = undefined;
    forgetMessages();
  };
  useEffect(() => {
    const made = createEditor("", () => {
      dirty.value = true;
      forget();
    });
    editor.current = made;
    place.current?.replaceChildren(made.element);
    return () => {
      asking.current?.abort();
      made.close();
    };
  }, []);
  useEffect(() => {
    forget();
    void load(name);
  }, [name]);

  const run = async (what: typeof busy.value, act: (text: string) => Promise<void>): Promise<void> => {
    forgetMessages();
    busy.value = what;
    editor.current?.mark([]);
    try {
      await act(editor.current?.text() ?? "");
    } catch (error) {
      const problems = problemsOf(error);
      editor.current?.mark(problems);
      const isInLine = problems.length > 0 && problems.every(({ line }) => line > 0);
      problem.value = isInLine ? linesText(problems) : messageOf(error);
    }
    busy.value = "";
  };
  const ask = () =>
    run("ask", async (text) => {
      const own = new AbortController();
      asking.current = own;
      answer.value = undefined;
      progress.value = undefined;
      const tell = (now: Progress): void => {
        progress.value = now;
      };
      try {
        const body = { text, call: call.value };
        const found = await postSlowly<Answer, Progress>("/api/what-if", body, tell, own.signal);
        answer.value = found;
        editor.current?.mark(found.problems);
      } catch (error) {
        if (!own.signal.aborted) throw error;
      }
    });
  const send = async (text: string, dryRun: boolean): Promise<readonly Applied[]> =>
    (
      await post<{ applied: readonly Applied[] }>("/api/apply", {
        text,
        dryRun,
        versions: versionsOf(objects.value),
      })
    ).applied;
  const check = () =>
    run("check", async (text) => {
      planned.value = await send(text, true);
    });
  const apply = async (): Promise<void> => {
    await run("apply", async (text) => {
      const applied = await send(text, false);
      await load(undefined);
      done.value = applied;
      dirty.value = false;
    });
    planned.value = [];
  };
  const undo = () => {
    const applied = done.value;
    return run("undo", async () => {
      await post("/api/undo", { applied });
      await load(name === "" ? undefined : name);
      undone.value = applied.map(({ what }) => what).join(", ");
    });
  };

  return (
    <section class="page wide what-if" aria-labelledby="what-if-title">
      <div class="page-head">
        <div>
          <h1 id="what-if-title">What if</h1>
          <p class="dim">
            Change a configuration, and see which recent requests would get a different decision.
          </p>
        </div>
        <Choice name={name} objects={objects.value} />
      </div>
      <div class="what-if-columns">
        <div class="editor-side">
          <div class="editor" ref={place} />
          <div class="actions">
            <button type="button" class="button primary" disabled={busy.value !== ""} onClick={ask}>
              What would change?
            </button>
            <button
              type="button"
              class="button"
              disabled={busy.value !== "" || (!dirty.value && answer.value === undefined)}
              onClick={check}
            >
              {busy.value === "check" ? "Checking …" : "Apply …"}
            </button>
            <label class="check">
              <input
                type="checkbox"
                checked={call.value}
                onChange={({ currentTarget }) => {
                  call.value = currentTarget.checked;
                }}
              />
              Ask the webhooks, as dry runs
            </label>
          </div>
          {problem.value !== "" && (
            <p class="problem" role="alert">
              {problem.value}
            </p>
          )}
          {done.value.length > 0 && (
            <p class="good" role="status">
              {done.value.map(({ what, created }) => `${what} ${created ? "created" : "changed"}`).join(", ")}
              .{" "}
              <button type="button" class="link" onClick={undo}>
                Undo
              </button>
            </p>
          )}
          {undone.value !== "" && (
            <p class="good" role="status">
              {undone.value}: as before.
            </p>
          )}
        </div>
        <div class="result" aria-live="polite">
          {busy.value === "ask" && (
            <Waiting progress={progress.value} onStop={() => asking.current?.abort()} />
          )}
          {busy.value !== "ask" && answer.value === undefined && (
            <p class="dim">
              The server decides its latest requests again in memory, with the configurations as they are and
              as you have changed them. Nothing is written until you apply it.
            </p>
          )}
          {answer.value !== undefined && <ChangesView answer={answer.value} />}
        </div>
      </div>
      {planned.value.length > 0 && (
        <ApplyDialog
          writes={planned.value}
          isBusy={busy.value === "apply"}
          onApply={apply}
          onCancel={() => {
            planned.value = [];
          }}
        />
      )}
    </section>
  );
}

/** Chooses the object to edit. */
function Choice({ name, objects }: { name: string; objects: readonly KubeObject[] }) {
  return (
    <label class="choose">
      <span class="hidden">Configuration or policy</span>
      <select
        value={name}
        onChange={({ currentTarget }) => go(`/what-if/${encodeURIComponent(currentTarget.value)}`)}
      >
        <option value="">New …</option>
        {objects.map((one) => (
          <option key={nameOf(one)} value={nameOf(one)}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Waiting({ progress, onStop }: { progress: Progress | undefined; onStop: () => void }) {
  return (
    <div class="stack">
      <p role="status">
        {progress === undefined
          ? "Reading the latest requests …"
          : `${progress.done} of ${progress.total} requests decided`}
      </p>
      {progress === undefined ? (
        <progress aria-label="Progress" />
      ) : (
        <progress aria-label="Progress" max={progress.total} value={progress.done} />
      )}
      <div class="actions">
        <button type="button" class="button" onClick={onStop}>
          Stop
        </button>
      </div>
    </div>
  );
}

/** Versions that the page has read: a write must not overwrite another version. */
const versionsOf = (objects: readonly KubeObject[]): Record<string, unknown> =>
  Object.fromEntries(objects.map((one) => [nameOf(one), one.metadata.resourceVersion]));

const linesText = (problems: readonly { readonly line: number }[]): string => {
  const lines = [...new Set(problems.map(({ line }) => line))].join(", ");
  return problems.length === 1
    ? `There is a problem in line ${lines}.`
    : `There are problems in lines ${lines}.`;
};
