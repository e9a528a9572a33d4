import type { RefObject } from "preact";

const KEYS: readonly (readonly [keys: readonly string[], text: string])[] = [
  [["j", "↓"], "next request"],
  [["k", "↑"], "previous request"],
  [["Enter"], "open the request"],
  [["Esc"], "close the request, or clear the filter"],
  [["/"], "go to the filter; ↓ or Enter goes back to the list"],
  [["?"], "this help"],
];
const FILTERS: readonly (readonly [example: string, text: string])[] = [
  ["web 403", "rows with both words"],
  ["user:alice", "only this user; also name: namespace: hook: refused-by: message:"],
  ["verb:create", "the verb begins so; also code: resource:"],
  ["-verb:patch", "not these"],
];

/** Keys and filters of the list. */
export function HelpDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h2>Filters</h2>
      <dl class="keys">
        {FILTERS.map(([example, text]) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="actions">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
