import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ChangeKind } from "../../../src/replay/change.ts";
import type { ChangeGroup } from "../../../src/replay/report/replay-report.ts";
import type { ShadowReport } from "../../../src/replay/shadow/shadow-report.ts";
import { explainCommand } from "../about.ts";
import { get, messageOf } from "../api.ts";
import { CauseView } from "../request/cause-view.tsx";
import { requestLink } from "../route.ts";
import { timeText } from "../words.ts";

const AGAIN_MS = 3000;

const TITLES: Readonly<Record<ChangeKind, string>> = {
  "newly-denied": "Would be denied",
  "newly-allowed": "Would be allowed",
  "denied-differently": "Would be denied for another reason",
  failing: "Would fail",
  "patched-differently": "Would be patched differently",
  slower: "Would be slower",
};

/** Decisions that would differ under a configuration that is not in effect: `serve --shadow`. */
export function ShadowView() {
  const report = useSignal<ShadowReport | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    const left = new AbortController();
    let timer = 0;
    const ask = async (): Promise<void> => {
      try {
        report.value = await get<ShadowReport>("/api/shadow", left.signal);
        problem.value = "";
      } catch (error) {
        if (!left.signal.aborted) problem.value = messageOf(error);
      }
      if (!left.signal.aborted) timer = window.setTimeout(ask, AGAIN_MS);
    };
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, []);
  return (
    <section class="page">
      <div class="page-head">
        <div>
          <h1>Shadow</h1>
          <p class="dim">
            Requests that would get another decision with configurations that are not in effect.
          </p>
        </div>
      </div>
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {report.value !== undefined && <Report report={report.value} />}
    </section>
  );
}

function Report({ report }: { report: ShadowReport }) {
  const { files, since, requests, same, groups, undecided, assumed, dropped, waiting, notes } = report;
  const open = undecided.reduce((sum, { count }) => sum + count, 0);
  const facts = [
    `${files.join(", ")} since ${timeText(since)}`,
    `${requests} requests, ${requests - same - open} differ`,
    ...(waiting > 0 ? [`${waiting} wait`] : []),
    ...(dropped > 0 ? [`${dropped} left out: there were too many`] : []),
  ];
  return (
    <>
      <p role="status">{facts.join(" · ")}</p>
      {groups.map((group) => (
        <Group key={`${group.kind} ${group.cause}`} group={group} />
      ))}
      <ul class="small dim">
        {undecided.map(({ text, count }) => (
          <li key={text}>
            {count} not decided: {text}
          </li>
        ))}
        {assumed.map(({ text, count }) => (
          <li key={text}>
            Assumed {count} times that {text} allows: it was not called
          </li>
        ))}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

function Group({ group: { kind, cause, count, example } }: { group: ChangeGroup }) {
  const { id, request, before, now, findings } = example;
  const message = now.allowed ? before.message : now.message;
  return (
    <section class="card" aria-label={cause}>
      <div>
        <h2>
          {TITLES[kind]}: {count}
        </h2>
        <p class="dim">{cause}</p>
      </div>
      {request === "" ? (
        <p class="dim">You may not read the object of this example.</p>
      ) : (
        <>
          <p>
            for example <a href={requestLink(id)}>{request}</a>
            <span class="dim">
              {" "}
              {before.code} → {now.code}
            </span>
          </p>
          {message !== "" && <p>{message}</p>}
          {now.differs.length > 0 && <p class="dim">differs at {now.differs.join(", ")}</p>}
          {findings.map((finding, index) => (
            <CauseView key={index} cause={finding} asFinding />
          ))}
          <p class="small">
            <code>{explainCommand(id, "--shadow")}</code>
          </p>
        </>
      )}
    </section>
  );
}
