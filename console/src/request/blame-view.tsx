import { useSignal } from "@preact/signals";
import { type BlameLine, blameLines, writerText } from "../../../src/explain/blame/blame-lines.ts";
import type { Blame, LostValue } from "../../../src/explain/blame/field-writer.ts";

/** Number of the colors of writers in style.css. */
const COLORS = 8;

/** A writer of fields, with its color and the number of its lines. */
interface Author {
  readonly name: string;
  readonly color: number;
  lines: number;
}

/** The object of a write, in which each field has the color of its writer. A click on a writer makes the fields of others pale. */
export function BlameView({ blame }: { blame: Blame }) {
  const chosen = useSignal("");
  const lines = blameLines(blame);
  const authors = authorsOf(lines);
  return (
    <div class="stack">
      {!blame.stored && <p class="dim small">As it was when the request was refused. It was not stored.</p>}
      <div class="chips many" role="group" aria-label="Writers of fields">
        {[...authors.values()].map(({ name, color, lines: count }) => (
          <button
            key={name}
            type="button"
            class={`chip author by-${color}`}
            aria-pressed={chosen.value === name}
            onClick={() => {
              chosen.value = chosen.value === name ? "" : name;
            }}
          >
            {name} <span class="dim">{count}</span>
          </button>
        ))}
      </div>
      <div class="blame code" role="group" aria-label="The object and the writers of its fields" tabIndex={0}>
        {lines.map((line, index) => (
          <Line
            key={index}
            line={line}
            author={authors.get(nameOf(line))}
            isNamed={nameOf(line) !== nameOf(lines[index - 1])}
            isFaded={chosen.value !== "" && nameOf(line) !== chosen.value}
          />
        ))}
      </div>
      <Lost values={blame.lost} />
    </div>
  );
}

const nameOf = (line: BlameLine | undefined): string => (line?.by === undefined ? "" : writerText(line.by));

function authorsOf(lines: readonly BlameLine[]): ReadonlyMap<string, Author> {
  const authors = new Map<string, Author>();
  for (const line of lines) {
    const name = nameOf(line);
    if (name === "") continue;
    const author = authors.get(name) ?? { name, color: authors.size % COLORS, lines: 0 };
    author.lines++;
    authors.set(name, author);
  }
  return authors;
}

interface LineProps {
  readonly line: BlameLine;
  readonly author: Author | undefined;
  /** False: the line before has the same writer. */
  readonly isNamed: boolean;
  readonly isFaded: boolean;
}

function Line({ line: { text }, author, isNamed, isFaded }: LineProps) {
  const color = author === undefined ? "" : ` by-${author.color}`;
  return (
    <div class={`line${color}${isFaded ? " faded" : ""}`} title={author?.name}>
      <span>{text}</span>
      {author !== undefined && <span class={isNamed ? "by" : "hidden"}>{author.name}</span>}
    </div>
  );
}

function Lost({ values }: { values: readonly LostValue[] }) {
  if (values.length === 0) return null;
  return (
    <>
      <h3>Written in this request, but not in the object</h3>
      <div class="matrix">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Value</th>
              <th scope="col">Written by</th>
              <th scope="col">Became of it</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ path, value, from, how, by, why }, index) => (
              <tr key={index}>
                <td class="code">{path}</td>
                <td class="code">{JSON.stringify(value)}</td>
                <td>{writerText(from)}</td>
                <td>{why === "" ? `${how} by ${writerText(by)}` : `${how}: ${why}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
