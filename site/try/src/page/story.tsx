import type { Explanation } from "../../../../src/explain/explanation.ts";
import { explanationText } from "../../../../src/explain/text/explanation-text.ts";
import { MARKS, type Span, spansOf, withoutMarks } from "./marked-text.ts";

/** Shows a place of a file, `object.yaml:3`. */
type Show = (file: string, line: number) => void;

/** The decision, its probable mistakes, and all plugins, webhooks and policies in their order. */
export function Story({ explanation, show }: { explanation: Explanation; show: Show }) {
  const clean: Explanation = JSON.parse(withoutMarks(JSON.stringify(explanation)));
  const [head = "", ...lines] = explanationText(clean, MARKS).trimEnd().split("\n");
  const kind = verdictOf(clean);
  return (
    <section class="story" aria-label="The decision">
      <p class={`verdict ${kind}`} data-verdict={kind}>
        <Spans of={spansOf(head)} show={show} />
      </p>
      {lines.map((line, index) => (
        <Line key={index} line={line} show={show} />
      ))}
    </section>
  );
}

/** The decision as a class of the style. */
export const verdictOf = ({ answer }: Explanation): "allowed" | "warned" | "refused" =>
  answer.allowed ? (answer.warnings.length > 0 ? "warned" : "allowed") : "refused";

function Line({ line, show }: { line: string; show: Show }) {
  if (line === "") return null;
  const spans = spansOf(line.trimStart());
  const depth = line.length - line.trimStart().length;
  if (depth === 0 && spans.every(({ look }) => look === "bold"))
    return <h3>{spans.map(({ text }) => text).join("")}</h3>;
  return (
    <p class={`step depth-${Math.min(3, Math.ceil(depth / 2))}`}>
      <Spans of={spans} show={show} />
    </p>
  );
}

const PLACE = /\b((?:configurations|object|stored)\.yaml):(\d+)/;

function Spans({ of: spans, show }: { of: readonly Span[]; show: Show }) {
  return (
    <>
      {spans.map(({ text, look }, index) => (
        <span key={index} class={look}>
          <Places text={text} show={show} />
        </span>
      ))}
    </>
  );
}

/** Text in which each place of a file is a button. */
function Places({ text, show }: { text: string; show: Show }) {
  const found = PLACE.exec(text);
  if (found === null) return <>{text}</>;
  const [whole, file = "", line = "0"] = found;
  return (
    <>
      {text.slice(0, found.index)}
      <button type="button" class="place" onClick={() => show(file, Number(line))}>
        {whole}
      </button>
      <Places text={text.slice(found.index + whole.length)} show={show} />
    </>
  );
}
