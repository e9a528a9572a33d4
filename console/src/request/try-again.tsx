import { useSignal } from "@preact/signals";
import { messageOf, post } from "../api.ts";
import { requestLink } from "../route.ts";
import { yamlText } from "../yaml-text.ts";
import type { FullExplanation } from "./fetched.ts";
import { withoutNoise } from "./without-noise.ts";

interface Tried {
  readonly id: string;
  readonly code: number;
  readonly message: string;
}

const CAN: ReadonlySet<string> = new Set(["CREATE", "UPDATE", "DELETE"]);

/** The same request once more, as a dry run: as it was, edited, or as another user. */
export function TryAgain({ id, explanation }: { id: string; explanation: FullExplanation }) {
  const { request, detail } = explanation;
  const user = useSignal(request.user);
  const groups = useSignal(request.groups.filter((group) => group !== "system:authenticated").join(", "));
  const text = useSignal(yamlText(withoutNoise(firstOf(explanation))));
  const tried = useSignal<Tried | undefined>(undefined);
  const problem = useSignal("");
  const busy = useSignal(false);
  if (!CAN.has(request.operation)) return null;
  const send = async (): Promise<void> => {
    busy.value = true;
    problem.value = "";
    tried.value = undefined;
    try {
      const object = request.operation === "DELETE" ? {} : { text: text.value };
      const list = groups.value.split(/[\s,]+/).filter((group) => group !== "");
      tried.value = await post<Tried>("/api/try", { id, user: user.value, groups: list, ...object });
    } catch (error) {
      problem.value = messageOf(error);
    }
    busy.value = false;
  };
  return (
    <section class="card" aria-labelledby="try-title">
      <h2 id="try-title">Try again</h2>
      <p class="dim">As a dry run: nothing is stored, webhooks are called.</p>
      <div class="fields">
        <label>
          <span>User</span>
          <input
            value={user.value}
            onInput={({ currentTarget }) => {
              user.value = currentTarget.value;
            }}
          />
        </label>
        <label>
          <span>Groups</span>
          <input
            value={groups.value}
            onInput={({ currentTarget }) => {
              groups.value = currentTarget.value;
            }}
          />
        </label>
      </div>
      {request.operation !== "DELETE" && detail.sent !== null && (
        <details>
          <summary>Edit the object</summary>
          <textarea
            class="code"
            aria-label="The object as YAML"
            spellcheck={false}
            rows={16}
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
        </details>
      )}
      <div class="actions">
        <button type="button" class="button primary" disabled={busy.value} onClick={send}>
          Send as a dry run
        </button>
        {problem.value !== "" && (
          <p class="bad" role="alert">
            {problem.value}
          </p>
        )}
        {tried.value !== undefined && (
          <p role="status">
            <span class={`badge code-${Math.floor(tried.value.code / 100)}`}>{tried.value.code}</span>{" "}
            {tried.value.message || "Allowed."} <a href={requestLink(tried.value.id)}>Why?</a>
          </p>
        )}
      </div>
    </section>
  );
}

function firstOf({ detail: { sent, evaluations } }: FullExplanation): unknown {
  const isObject = typeof sent === "object" && sent !== null && "kind" in sent;
  return isObject ? sent : (evaluations.at(-1)?.object ?? null);
}
