import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { EDITOR_THEME } from "../../../../console/src/what-if/editor-theme.ts";
import { yamlColors } from "../../../../console/src/what-if/yaml-colors.ts";
import { yamlEnter } from "../../../../console/src/what-if/yaml-enter.ts";

/** A problem at a line, from 1. */
export interface Mark {
  readonly line: number;
  readonly severity: "error" | "warning" | "info";
  readonly text: string;
}

export interface Editor {
  readonly element: HTMLElement;
  set(text: string): void;
  mark(marks: readonly Mark[]): void;
  /** Shows a line, and puts the cursor there. */
  show(line: number): void;
}

interface Marked {
  readonly marks: readonly Mark[];
  readonly lines: DecorationSet;
}

const setMarks = StateEffect.define<readonly Mark[]>();
const LINES = {
  error: Decoration.line({ class: "m-error" }),
  warning: Decoration.line({ class: "m-warning" }),
  info: Decoration.line({ class: "m-info" }),
};

const marked = StateField.define<Marked>({
  create: () => ({ marks: [], lines: Decoration.none }),
  update({ marks, lines }, { changes, effects, state }) {
    const set = effects.find((effect) => effect.is(setMarks));
    if (set === undefined) return { marks, lines: lines.map(changes) };
    const found: readonly Mark[] = set.value;
    const here = found.filter(({ line }) => line >= 1 && line <= state.doc.lines);
    const ranges = here.map(({ line, severity }) => LINES[severity].range(state.doc.line(line).from));
    return { marks: here, lines: Decoration.set(ranges, true) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

/** The texts of the problems of the line under the pointer. */
const told = hoverTooltip((view, at) => {
  const line = view.state.doc.lineAt(at);
  const here = view.state.field(marked).marks.filter((mark) => mark.line === line.number);
  if (here.length === 0) return null;
  return {
    pos: line.from,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "m-told";
      for (const { text, severity } of here) {
        const one = dom.appendChild(document.createElement("p"));
        one.className = severity;
        one.textContent = text;
      }
      return { dom };
    },
  };
});

/** `changed` is told the text after each change by a person. */
export function createEditor(label: string, isYaml: boolean, changed: (text: string) => void): Editor {
  let isSetting = false;
  const view = new EditorView({
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        ...(isYaml ? [yamlColors] : []),
        marked,
        told,
        EDITOR_THEME,
        keymap.of([...(isYaml ? [yamlEnter] : []), ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isSetting) changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    element: view.dom,
    set: (text) => {
      isSetting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      isSetting = false;
    },
    mark: (marks) => view.dispatch({ effects: setMarks.of(marks) }),
    show: (number) => {
      const line = view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines));
      view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
      view.focus();
    },
  };
}
