import { requestLink } from "../route.ts";
import type { Answer, ChangeRow } from "./answer.ts";

/** Titles of the kinds of changes, in the order of the page. */
const TITLES: Readonly<Record<string, string>> = {
  "newly-denied": "Newly refused",
  "newly-allowed": "Newly allowed",
  "denied-differently": "Refused for another reason",
  failing: "Failing",
  "patched-differently": "Changed differently",
  slower: "Slower",
  "newly-asked": "Sent to another webhook",
  "no-longer-asked": "No longer sent to a webhook",
};
const BAD: ReadonlySet<string> = new Set(["newly-denied", "failing"]);

/** `decided` of `requests` could be decided again, and `count` of them otherwise. */
function headOf(count: number, decided: number, requests: number): string {
  if (decided === 0) return "Nothing was decided";
  return count === 0 ? "Nothing changes" : `${count} of ${requests} requests change`;
}

/** The requests whose decision changes. */
export function ChangesView({ answer }: { answer: Answer }) {
  const { total, requests, changed, changes, undecided, assumed, ended } = answer;
  const kinds = Object.keys(TITLES).filter((kind) => (changed[kind] ?? 0) > 0);
  const count = kinds.reduce((sum, kind) => sum + (changed[kind] ?? 0), 0);
  const decided = undecided.reduce((rest, one) => rest - one.count, requests);
  return (
    <>
      <p class="result-head">
        <strong>{headOf(count, decided, requests)}</strong>
        {count === 0 && decided > 0 && (
          <span class="dim">
            : {decided} {decided === 1 ? "request gets" : "requests get"} the same decision
          </span>
        )}
      </p>
      {ended && (
        <p class="warn">
          Stopped after 60 s: {requests} of {total} requests were decided.
        </p>
      )}
      {kinds.map((kind) => {
        const listed = changes.filter((one) => one.kind === kind);
        const all = changed[kind] ?? 0;
        const shown = listed.reduce((sum, one) => sum + one.count, 0);
        return (
          <div key={kind} class="result-group">
            <h2 class={BAD.has(kind) ? "bad" : ""}>
              {TITLES[kind]}: {all}
              {shown < all && <span class="dim"> ({shown} are listed)</span>}
            </h2>
            <ul>
              {listed.map((one, index) => (
                <ChangeItem key={index} change={one} />
              ))}
            </ul>
          </div>
        );
      })}
      {assumed.map(({ webhook, count: times }) => (
        <p key={webhook} class="dim">
          Assumed that {webhook} allows {times} {times === 1 ? "request" : "requests"}: its answer is unknown.
        </p>
      ))}
      {undecided.map(({ why, count: times }) => (
        <p key={why} class="dim">
          {times} not decided: {why}
        </p>
      ))}
    </>
  );
}

function ChangeItem({ change }: { change: ChangeRow }) {
  const { id, operation, resource, namespace, name, user, before, now, why, differs, count } = change;
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
        {count > 1 && <span class="tag">{count} times</span>}
      </p>
      <p class="dim small">{why}</p>
      {!now.allowed && <p class="bad small">{now.message}</p>}
      {differs.length > 0 && <p class="dim small">{differs.join(", ")}</p>}
    </li>
  );
}
