import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Lines, from 1. */
export const setWrongLines = StateEffect.define<readonly number[]>();

const WRONG = Decoration.line({ class: "y-wrong" });

/** Marks lines with which something is wrong, until they are set again. */
export const wrongLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    const set = effects.find((effect) => effect.is(setWrongLines));
    if (set === undefined) return marks.map(changes);
    const lines = (set.value as readonly number[]).filter((line) => line >= 1 && line <= state.doc.lines);
    return Decoration.set(lines.map((line) => WRONG.range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});
