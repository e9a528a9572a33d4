import { batch, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { EXAMPLES } from "sallyport-try-examples";
import { BlameView } from "../../../../console/src/request/blame-view.tsx";
import type { Explanation } from "../../../../src/explain/explanation.ts";
import { FILE_NAMES, type File, type Report, type Situation } from "../engine/messages.ts";
import { type Editor, createEditor, type Mark } from "./editor.ts";
import type { Engine } from "./engine.ts";
import type { Example } from "./example.ts";
import { decodeLink, EMPTY, encodeLink } from "./link.ts";
import { Controls, ExpressionLine } from "./controls.tsx";
import { Findings, Problems } from "./findings.tsx";
import { Head, isExplaining } from "./head.tsx";
import { Story, verdictOf } from "./story.tsx";

const FILES: Readonly<Record<File, { readonly title: string; readonly hint: string }>> = {
  configurations: {
    title: "Configurations",
    hint: "Webhook configurations, policies, bindings, CRDs, and objects that exist",
  },
  object: { title: "Object", hint: "The object of the request" },
  old: { title: "Stored object", hint: "The object before the request: makes it an UPDATE" },
  webhooks: {
    title: "Webhooks",
    hint: "A function for each webhook by its name; without one a webhook allows the request",
  },
};
const NAMES = Object.keys(FILES) as File[];

/** A pause in typing, after which the engine decides. */
const PAUSE_MS = 200;

/** Decides a request: its controls and files, and beside them the answer. */
export function App({ engine }: { engine: Engine }) {
  const situation = useSignal<Situation>(EMPTY);
  const report = useSignal<Report | undefined>(undefined);
  const failure = useSignal("");
  const isReady = useSignal(false);
  const isDamaged = useSignal(false);
  const tab = useSignal<File>("configurations");
  const lesson = useSignal<Example | undefined>(undefined);
  const editors = useRef(new Map<File, Editor>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const decide = (): void => {
    engine.ask({ kind: "decide", situation: situation.value });
    encodeLink(situation.value).then((text) => {
      if (!isExplaining()) history.replaceState(null, "", `#${text}`);
    });
  };
  const change = (members: Partial<Situation>): void => {
    situation.value = { ...situation.value, ...members };
    clearTimeout(timer.current);
    timer.current = setTimeout(decide, PAUSE_MS);
  };
  const open = (next: Situation, example?: Example): void => {
    batch(() => {
      situation.value = next;
      lesson.value = example;
      report.value = undefined;
      tab.value = "configurations";
    });
    for (const name of NAMES) editors.current.get(name)?.set(next[name]);
    decide();
  };
  const openExample = (name: string): void => {
    const example = EXAMPLES.find((one) => one.name === name) ?? EXAMPLES[0];
    if (example !== undefined) open({ ...EMPTY, ...example.situation }, example);
  };
  const openAddress = async (): Promise<void> => {
    const { hash } = location;
    const named = /^#example=(.*)$/.exec(hash)?.[1];
    const given = hash.length > 1 && named === undefined ? await decodeLink(hash) : undefined;
    if (given === undefined) openExample(named ?? "");
    else open(given);
    isDamaged.value = given === undefined && named === undefined && hash.length > 1;
  };
  const show = (name: string, line: number): void => {
    const file = NAMES.find((one) => FILE_NAMES[one] === name);
    if (file === undefined) return;
    tab.value = file;
    requestAnimationFrame(() => editors.current.get(file)?.show(line));
  };

  useEffect(() => {
    engine.listen({
      ready: () => {
        isReady.value = true;
      },
      report: (next) =>
        batch(() => {
          report.value = next;
          failure.value = "";
        }),
      failed: (message) =>
        batch(() => {
          report.value = undefined;
          failure.value = message;
        }),
    });
    void openAddress();
    const again = (): void => {
      if (!isExplaining()) void openAddress();
    };
    addEventListener("hashchange", again);
    return () => {
      clearTimeout(timer.current);
      removeEventListener("hashchange", again);
    };
  }, []);
  useEffect(() => {
    for (const name of NAMES) editors.current.get(name)?.mark(marksOf(report.value, name));
  }, [report.value]);

  const explanation = report.value?.explanation;
  return (
    <>
      <Head>
        <label class="examples">
          <span class="dim">Example</span>
          <select
            value={lesson.value?.name ?? ""}
            onChange={({ currentTarget }) => openExample(currentTarget.value)}
          >
            {lesson.value === undefined && <option value="">your own</option>}
            {EXAMPLES.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <CopyLink />
      </Head>
      <main class="try">
        {explanation !== undefined && <Jump explanation={explanation} />}
        <div class="left">
          <Controls situation={situation.value} change={change} />
          <div class="tabs" role="tablist">
            {NAMES.map((name) => {
              const count = marksOf(report.value, name).length;
              return (
                <button
                  key={name}
                  type="button"
                  role="tab"
                  aria-selected={tab.value === name}
                  aria-controls={`file-${name}`}
                  onClick={() => {
                    tab.value = name;
                  }}
                >
                  {FILES[name].title}
                  {count > 0 && <span class="count">{count}</span>}
                </button>
              );
            })}
          </div>
          {NAMES.map((name) => (
            <div key={name} id={`file-${name}`} role="tabpanel" class="file" hidden={tab.value !== name}>
              <p class="dim hint">{FILES[name].hint}</p>
              <EditorPane name={name} editors={editors.current} text={situation.value[name]} change={change} />
            </div>
          ))}
          <ExpressionLine situation={situation.value} evaluated={report.value?.evaluated} change={change} />
        </div>
        <div class="answer" aria-live="polite">
          {isDamaged.value && (
            <p class="verdict refused" role="alert">
              The link is damaged, perhaps cut off: this is an example instead. Ask for the whole link.
            </p>
          )}
          {lesson.value !== undefined && <Lesson example={lesson.value} />}
          {!isReady.value && failure.value === "" && <p class="dim">The engine is loading …</p>}
          {failure.value !== "" && (
            <p class="verdict refused" role="alert">
              {failure.value}
            </p>
          )}
          {report.value !== undefined && <Problems problems={report.value.problems} show={show} />}
          {explanation !== undefined && <Story explanation={explanation} show={show} />}
          {report.value?.problems.length === 0 && explanation === undefined && (
            <p class="start">
              There is no request yet. Write its object under{" "}
              <button type="button" class="place" onClick={() => show(FILE_NAMES.object, 1)}>
                Object
              </button>
              , or choose an example above.
            </p>
          )}
          {report.value !== undefined && <Findings findings={report.value.findings} show={show} />}
          {explanation?.blame !== undefined && <BlameView blame={explanation.blame} />}
          {report.value !== undefined && (
            <p class="dim foot">
              {explanation === undefined ? "Checked" : "Decided"} in this page in {report.value.milliseconds.toFixed(0)} ms by Kubernetes {situation.value.version}.
              Nothing leaves the browser.
            </p>
          )}
        </div>
      </main>
    </>
  );
}

/** On a narrow screen, the answer is below the editors: this has the decision, and leads there. */
function Jump({ explanation }: { explanation: Explanation }) {
  const { allowed, code } = explanation.answer;
  return (
    <button
      type="button"
      class={`jump ${verdictOf(explanation)}`}
      onClick={() => document.querySelector(".story")?.scrollIntoView()}
    >
      {allowed ? "Allowed" : "Refused"} ({code}) ↓<span class="hidden"> Go to the answer</span>
    </button>
  );
}

function Lesson({ example: { title, lesson } }: { example: Example }) {
  return (
    <section class="lesson" aria-labelledby="lesson-title">
      <h2 id="lesson-title">{title}</h2>
      {lesson
        .trim()
        .split("\n\n")
        .map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
    </section>
  );
}

function CopyLink() {
  const said = useSignal("Copy link");
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        navigator.clipboard.writeText(location.href).then(
          () => {
            said.value = "Copied";
          },
          () => {
            said.value = "Not copied: use the address bar";
          },
        );
        setTimeout(() => {
          said.value = "Copy link";
        }, 2000);
      }}
    >
      {said.value}
    </button>
  );
}

interface EditorPaneProps {
  readonly name: File;
  readonly editors: Map<File, Editor>;
  readonly text: string;
  readonly change: (members: Partial<Situation>) => void;
}

function EditorPane({ name, editors, text, change }: EditorPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const editor = createEditor(FILES[name].title, name !== "webhooks", (next) => change({ [name]: next }));
    editor.set(text);
    editors.set(name, editor);
    place.current?.append(editor.element);
  }, []);
  return <div class="editor" ref={place} />;
}

function marksOf(report: Report | undefined, name: File): Mark[] {
  if (report === undefined) return [];
  const file: string = FILE_NAMES[name];
  return [
    ...report.problems
      .filter((problem) => problem.file === name)
      .map(({ line, message }): Mark => ({ line: Math.max(1, line), severity: "error", text: message })),
    ...report.findings
      .filter((finding) => finding.file === file)
      .map(({ line, severity, message, fix }): Mark => ({ line, severity, text: fix === "" ? message : `${message} ${fix}` })),
  ];
}
