import {
  Decoration,
  type DecorationSet,
  EditorView,
  type MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

/** Decorates what is on the screen. `isAtomic`: the cursor moves over a match, and deletes it, as one; default false. */
export function decorateMatches(matches: MatchDecorator, isAtomic = false) {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = matches.createDeco(view);
      }

      update(update: ViewUpdate): void {
        this.decorations = matches.updateDeco(update, this.decorations);
      }
    },
    {
      decorations: (plugin) => plugin.decorations,
      provide: (plugin) =>
        isAtomic
          ? EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none)
          : [],
    },
  );
}
