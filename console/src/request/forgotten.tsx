import type { Row } from "../../../src/cli/console/requests/row.ts";
import { shownName } from "../../../src/report/shown-name.ts";
import { deedText } from "../deeds.ts";
import { ExplainLink } from "../explain/explain-link.tsx";
import { DeedIcon } from "../icons.tsx";
import { milliseconds, timeText } from "../words.ts";

/** A request without details: what its row still has, and the next step. */
export function Forgotten({ row, problem }: { row: Row | undefined; problem: string }) {
  return (
    <>
      {row !== undefined && <RowFacts row={row} />}
      <div class={row === undefined ? "empty" : "stack"} role="alert">
        <p class="empty-title">
          {row === undefined ? "This request cannot be shown" : "There are no details"}
        </p>
        <p>{problem}</p>
        <p>Send it again to see its explanation here, or choose another one from the list.</p>
      </div>
    </>
  );
}

function RowFacts({ row }: { row: Row }) {
  const { verb, resource, namespace = "", user = "", code, message = "", hooks = [], refused } = row;
  return (
    <header class={`verdict ${refused ? "refused" : ""}`}>
      <p class="eyebrow">
        {verb} {resource}
      </p>
      <h1>
        {namespace !== "" && <span class="dim">{namespace}/</span>}
        {shownName(row) || resource}
      </h1>
      <p class="outcome">
        <span class={`badge code-${Math.floor(code / 100)}`}>{code}</span>
        <span class="dim">
          {user} at {timeText(row.time)}, {milliseconds(row.milliseconds)}
        </span>
      </p>
      {message !== "" && <p class="said">{message}</p>}
      {refused && message !== "" && <ExplainLink message={message} />}
      {hooks.map(({ name: hook, deed }, index) => (
        <p key={index} class="did">
          <DeedIcon deed={deed} isSaid /> {hook} {deedText(deed)}
        </p>
      ))}
    </header>
  );
}
