import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { EditorProblem } from "../../../src/cli/console/refused.ts";
import { complete } from "./complete.ts";
import { EDITOR_THEME } from "./editor-theme.ts";
import { longValues } from "./long-values.ts";
import { markedProblems, setProblems } from "./marked-problems.ts";
import { yamlColors } from "./yaml-colors.ts";
import { yamlEnter } from "./yaml-enter.ts";

/** An editor for configurations. */
export interface Editor {
  readonly element: HTMLElement;
  text(): string;
  /** Replaces the text. The cursor goes to this line (from 1; default: the first one). */
  set(text: string, line?: number): void;
  /** Writes problems below their lines, and brings the first one into sight. */
  mark(problems: readonly EditorProblem[]): void;
  close(): void;
}

/** `changed` is told after each change. */
export function createEditor(text: string, changed: () => void): Editor {
  const nonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute("content") ?? "";
  const view = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        yamlColors,
        longValues,
        markedProblems,
        EditorView.lineWrapping,
        EDITOR_THEME,
        autocompletion({ override: [complete], activateOnTyping: true, icons: false }),
        keymap.of([...completionKeymap, yamlEnter, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({
          "aria-label": "The configuration as YAML",
          spellcheck: "false",
          tabindex: "0",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
        }),
      ],
    }),
  });
  return {
    element: view.dom,
    text: () => view.state.doc.toString(),
    set(other, line = 1) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: other } });
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
    },
    mark(problems) {
      const first = problems.find(({ line }) => line >= 1 && line <= view.state.doc.lines);
      const place =
        first === undefined
          ? []
          : [EditorView.scrollIntoView(view.state.doc.line(first.line).from, { y: "center" })];
      view.dispatch({ effects: [setProblems.of(problems), ...place] });
    },
    close: () => view.destroy(),
  };
}
