import type { Cause, Change } from "../../../src/explain/explanation.ts";
import { editorLink } from "../route.ts";
import { planChange } from "../what-if/planned-change.ts";
import { placeText } from "../words.ts";
import { Seen } from "./seen-values.tsx";

/** Causes whose message does not include the values that were read. */
const UNSAID: ReadonlySet<Cause["code"]> = new Set(["condition", "condition-error", "generate-name"]);

interface CauseProps {
  readonly cause: Cause;
  /** The hook is named, too. Default: false. */
  readonly asFinding?: boolean;
  /** A message that is shown already. Default: none. */
  readonly said?: string;
  /** Shows a place of a file, `hooks.yaml:3`. Absent: there are no files, and objects of the server are links. */
  readonly show?: ((place: string) => void) | undefined;
}

/** Why a hook was not called, and the line to change. */
export function CauseView({ cause, asFinding = false, said = "", show }: CauseProps) {
  const { code, of, webhook, message, at, fix, advice = "", changes = [], also = [], together } = cause;
  const link = show === undefined ? editorLink(of) : undefined;
  return (
    <div class="cause">
      {asFinding && (
        <p class="cause-of">
          {webhook !== "" && <strong>{webhook}</strong>}
          {webhook !== "" && of !== "" && <span class="dim"> of </span>}
          {of !== "" &&
            (link === undefined ? (
              <span class={webhook === "" ? "" : "dim"}>{of}</span>
            ) : (
              <a href={link}>{of}</a>
            ))}
        </p>
      )}
      {!said.endsWith(message) && <p>{message}</p>}
      {UNSAID.has(code) && <Seen values={cause.saw} />}
      {changes.length > 0 ? (
        <ul class="changes">
          {changes.map((change, index) => (
            <ChangeView key={index} change={change} />
          ))}
        </ul>
      ) : (
        (at !== "" || fix !== "") && (
          <p class="cause-place">
            {at !== "" && (
              <>
                <span class="dim">at </span>
                <Place at={at} show={show} />
              </>
            )}
            {fix !== "" && `${at === "" ? "" : ": "}write ${fix}`}
          </p>
        )
      )}
      {advice !== "" && <p class="good">{advice}</p>}
      {also.length > 0 && (
        <div class="also">
          <p class="dim">These would exclude it, too:</p>
          {also.map((one, index) => (
            <CauseView key={index} cause={one} />
          ))}
          {together === true && <p class="good">After the first change of each, it is called.</p>}
        </div>
      )}
    </div>
  );
}

/** Place of a mistake: a button if a file has it. */
export function Place({ at, show }: { at: string } & Pick<CauseProps, "show">) {
  if (show === undefined || !/:\d+$/.test(at)) return <code>{placeText(at)}</code>;
  return (
    <button type="button" class="place" onClick={() => show(at)}>
      {at}
    </button>
  );
}

function ChangeView({ change }: { change: Change }) {
  const { says, of, at, called } = change;
  const [kind = "", ...name] = of.split("/");
  const link = editorLink(of);
  return (
    <li>
      <span class="says">{says}</span>
      <code>{placeText(at)}</code>
      {of !== "" && (
        <span class="dim">
          {" "}
          in {link === undefined ? `${kind} ${name.join("/")}` : <a href={link}>{of}</a>}
        </span>
      )}
      {called && <span class="tag good">tried: it is called after this change</span>}
      {link !== undefined && at.startsWith("/") && (
        <a class="try" href={link} onClick={() => planChange(change)}>
          Make this change in What if
        </a>
      )}
    </li>
  );
}
