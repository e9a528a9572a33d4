import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { EditorProblem } from "../../../src/cli/console/refused.ts";

export const setProblems = StateEffect.define<readonly EditorProblem[]>();

const WRONG = Decoration.line({ class: "y-wrong" });

/** The text of a problem, below its line. */
class Message extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: Message): boolean {
    return other.#text === this.#text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("div");
    element.className = "y-message";
    element.textContent = this.#text;
    return element;
  }
}

/** Marks lines with problems, and writes each problem below its line, until the problems are set again. */
export const markedProblems = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    const set = effects.find((effect) => effect.is(setProblems));
    return set === undefined ? marks.map(changes) : decorated(set.value, state);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorated(problems: readonly EditorProblem[], { doc }: EditorState): DecorationSet {
  const ranges = problems
    .filter(({ line }) => line >= 1 && line <= doc.lines)
    .flatMap(({ line, message }) => {
      const { from, to } = doc.line(line);
      const widget = Decoration.widget({ widget: new Message(message), block: true, side: 1 });
      return [WRONG.range(from), widget.range(to)];
    });
  return Decoration.set(ranges, true);
}
