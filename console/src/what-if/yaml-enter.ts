import type { KeyBinding } from "@codemirror/view";

/** Spaces before the next line of YAML: those of this line, two for the dash of an item, and two after a key without a value. */
export function nextIndent(line: string): number {
  const [, spaces = "", dashes = ""] = /^( *)((?:- +)*)/.exec(line) ?? [];
  const inner = spaces.length + dashes.length;
  return /:\s*(?:#.*)?$/.test(line) ? inner + 2 : inner;
}

/** Enter, which indents the new line. */
export const yamlEnter: KeyBinding = {
  key: "Enter",
  run: ({ state, dispatch }) => {
    const { head } = state.selection.main;
    const before = state.doc.lineAt(head);
    const indent = nextIndent(before.text.slice(0, head - before.from));
    dispatch(
      state.update(state.replaceSelection(`\n${" ".repeat(indent)}`), {
        scrollIntoView: true,
        userEvent: "input",
      }),
    );
    return true;
  },
};
