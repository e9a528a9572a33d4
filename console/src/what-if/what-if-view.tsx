import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { get, messageOf, post } from "../api.ts";
import { go, requestLink } from "../route.ts";
import { yamlText } from "../yaml-text.ts";
import { createEditor, type Editor } from "./editor.ts";

interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
}

interface Side {
  readonly allowed: boolean;
  readonly code: number;
  readonly message: string;
}

interface ChangeRow {
  readonly kind: string;
  readonly why: string;
  readonly id: string;
  readonly operation: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly before: Side;
  readonly now: Side;
  readonly differs: readonly string[];
}

interface Answer {
  readonly requests: number;
  readonly same: number;
  readonly ended: boolean;
  readonly undecided: readonly { readonly why: string; readonly count: number }[];
  readonly assumed: readonly { readonly webhook: string; readonly count: number }[];
  readonly changes: readonly ChangeRow[];
}

/** Changes a configuration, shows which of the latest requests would be decided otherwise, and applies it. */
export function WhatIfView({ name }: { name: string }) {
  const objects = useSignal<readonly KubeObject[]>([]);
  const problem = useSignal("");
  const done = useSignal("");
  const answer = useSignal<Answer | undefined>(undefined);
  const busy = useSignal("");
  const call = useSignal(false);
  const dirty = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);

  const load = async (chosen: string): Promise<void> => {
    try {
      const found = await get<{ objects: readonly KubeObject[] }>("/api/configurations");
      objects.value = found.objects;
      const wanted = found.objects.find((one) => nameOf(one) === chosen);
      editor.current?.set(
        wanted === undefined ? (chosen === "" ? START : "") : `${yamlText(editable(wanted))}\n`,
      );
      dirty.value = false;
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  useEffect(() => {
    const made = createEditor("", () => {
      dirty.value = true;
      answer.value = undefined;
      done.value = "";
    });
    editor.current = made;
    place.current?.replaceChildren(made.element);
    return () => made.close();
  }, []);
  useEffect(() => {
    problem.value = "";
    answer.value = undefined;
    done.value = "";
    void load(name);
  }, [name]);

  const run = async (what: string, act: (text: string) => Promise<void>): Promise<void> => {
    const text = editor.current?.text() ?? "";
    problem.value = "";
    done.value = "";
    busy.value = what;
    editor.current?.mark([]);
    try {
      await act(text);
    } catch (error) {
      problem.value = messageOf(error);
      editor.current?.mark(linesIn(problem.value));
    }
    busy.value = "";
  };
  const ask = () =>
    run("ask", async (text) => {
      answer.value = await post<Answer>("/api/what-if", { text, call: call.value });
    });
  const apply = () =>
    run("apply", async (text) => {
      const { applied } = await post<{ applied: readonly { what: string; created: boolean }[] }>(
        "/api/apply",
        { text, versions: versionsOf(objects.value) },
      );
      await load(name);
      done.value = applied
        .map(({ what, created }) => `${what} ${created ? "created" : "changed"}`)
        .join(", ");
      dirty.value = false;
    });

  return (
    <section class="page wide what-if" aria-labelledby="what-if-title">
      <div class="page-head">
        <div>
          <h1 id="what-if-title">What if</h1>
          <p class="dim">
            Change a configuration, and see which of the latest requests would be decided otherwise.
          </p>
        </div>
        <label class="choose">
          <span class="hidden">Configuration or policy</span>
          <select
            value={name}
            onChange={({ currentTarget }) => go(`/what-if/${encodeURIComponent(currentTarget.value)}`)}
          >
            <option value="">New …</option>
            {objects.value.map((one) => (
              <option key={nameOf(one)} value={nameOf(one)}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="what-if-columns">
        <div class="editor-side">
          <div class="editor" ref={place} />
          <div class="actions">
            <button type="button" class="button primary" disabled={busy.value !== ""} onClick={ask}>
              {busy.value === "ask" ? "Deciding …" : "What would change?"}
            </button>
            <button
              type="button"
              class="button"
              disabled={busy.value !== "" || (!dirty.value && answer.value === undefined)}
              onClick={apply}
            >
              {busy.value === "apply" ? "Applying …" : "Apply"}
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
          {done.value !== "" && (
            <p class="good" role="status">
              {done.value}.
            </p>
          )}
        </div>
        <div class="result" aria-live="polite">
          {answer.value === undefined ? (
            <Hint busy={busy.value === "ask"} />
          ) : (
            <Changes answer={answer.value} />
          )}
        </div>
      </div>
    </section>
  );
}

/** Versions that the page has read: a write must not overwrite another version. */
const versionsOf = (objects: readonly KubeObject[]): Record<string, unknown> =>
  Object.fromEntries(objects.map((one) => [nameOf(one), one.metadata.resourceVersion]));

const nameOf = ({ kind, metadata }: KubeObject): string => `${kind}/${metadata.name}`;

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Without what the server and kubectl write. */
function editable({ apiVersion, kind, metadata, ...object }: KubeObject): unknown {
  const {
    managedFields: _f,
    uid: _u,
    creationTimestamp: _c,
    generation: _g,
    resourceVersion: _v,
    ...own
  } = metadata;
  const { annotations, ...rest } = own as { annotations?: Record<string, string> };
  const { [LAST_APPLIED]: _a, ...others } = annotations ?? {};
  const { status: _s, ...spec } = object as Record<string, unknown>;
  const kept = Object.keys(others).length > 0 ? { annotations: others } : {};
  return { apiVersion, kind, metadata: { ...rest, ...kept }, ...spec };
}

const START = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: no-latest
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: [""]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [pods]
  validations:
    - expression: object.spec.containers.all(c, !c.image.endsWith(":latest"))
      message: images need a version
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: no-latest
spec:
  policyName: no-latest
  validationActions: [Deny]
`;

/** `the editor:12: …`, and the like. */
function linesIn(message: string): number[] {
  const found = /(?:the editor:|line )(\d+)/.exec(message);
  return found === null ? [] : [Number(found[1])];
}

function Hint({ busy }: { busy: boolean }) {
  return (
    <p class="dim hint">
      {busy
        ? "The latest requests are decided again in memory, with the configurations as they are and as you have changed them."
        : "Nothing is written until you apply it."}
    </p>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  "newly-denied": "Newly refused",
  "newly-allowed": "Newly allowed",
  "denied-differently": "Refused otherwise",
  failing: "Failing",
  "patched-differently": "Changed otherwise",
  slower: "Slower",
  "newly-asked": "Newly reviewed",
  "no-longer-asked": "Reviewed no more",
};

function Changes({ answer }: { answer: Answer }) {
  const { requests, changes, undecided, assumed, ended } = answer;
  const kinds = Object.keys(TITLES).filter((kind) => changes.some((one) => one.kind === kind));
  return (
    <>
      <p class="result-head">
        <strong>
          {changes.length === 0 ? "Nothing changes" : `${changes.length} of ${requests} requests change`}
        </strong>
        {changes.length === 0 && <span class="dim">: {requests} requests are decided as before</span>}
      </p>
      {kinds.map((kind) => (
        <div key={kind} class="result-group">
          <h2 class={kind === "newly-denied" || kind === "failing" ? "bad" : ""}>{TITLES[kind]}</h2>
          <ul>
            {changes
              .filter((one) => one.kind === kind)
              .map((one, index) => (
                <ChangeItem key={index} change={one} />
              ))}
          </ul>
        </div>
      ))}
      {assumed.map(({ webhook, count }) => (
        <p key={webhook} class="dim">
          {webhook} was taken to allow {count} {count === 1 ? "request" : "requests"}: nobody knows what it
          would answer.
        </p>
      ))}
      {undecided.map(({ why, count }) => (
        <p key={why} class="dim">
          {count} not decided: {why}
        </p>
      ))}
      {ended && <p class="dim">It took too long: not all requests were decided.</p>}
    </>
  );
}

function ChangeItem({ change }: { change: ChangeRow }) {
  const { id, operation, resource, namespace, name, user, before, now, why, differs } = change;
  const isOther = before.code !== now.code;
  return (
    <li class="change">
      <p>
        <span class={`badge code-${Math.floor(before.code / 100)}`}>{before.code}</span>
        {isOther && (
          <>
            <span class="dim"> → </span>
            <span class={`badge code-${Math.floor(now.code / 100)}`}>{now.code}</span>
          </>
        )}{" "}
        {operation} {resource}{" "}
        <a href={requestLink(id)}>
          {namespace !== "" && `${namespace}/`}
          {name || "—"}
        </a>{" "}
        <span class="dim">by {user}</span>
      </p>
      <p class="dim">{why}</p>
      {!now.allowed && <p class="bad">{now.message}</p>}
      {differs.length > 0 && <p class="dim">{differs.join(", ")}</p>}
    </li>
  );
}
