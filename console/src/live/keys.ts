import { useEffect } from "preact/hooks";

/** Actions of the keys on the page of the requests. */
export interface KeyActions {
  move(by: number | "first" | "last"): void;
  /** Opens the chosen request. */
  open(): void;
  /** Closes the request, or ends the filter. */
  close(): void;
  search(): void;
  help(): void;
}

/** Keys of the list. Letters work everywhere, arrows where nothing else needs them. */
const MOVES: Readonly<Record<string, number | "first" | "last">> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 15,
  PageUp: -15,
  Home: "first",
  End: "last",
};
const LETTERS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** Listens to the keyboard while the page is shown. */
export function useKeys(actions: KeyActions): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = actionOf(event, actions);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

function actionOf(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  const { key, target } = event;
  const element = target instanceof HTMLElement ? target : document.body;
  if (element.closest("dialog") !== null) return undefined;
  if (element.matches("input[type=search]")) return searchAction(key, actions);
  if (element.matches("input, textarea, select, [contenteditable=true]")) return undefined;
  if (key === "/") return () => actions.search();
  if (key === "?") return () => actions.help();
  if (key === "Escape") return () => actions.close();
  const isControl = element.matches("button, a, summary") && element.closest("[role=grid]") === null;
  if (key === "Enter" && !isControl) return () => actions.open();
  const letter = LETTERS[key];
  if (letter !== undefined) return () => actions.move(letter);
  const by = MOVES[key];
  // In the details, these keys scroll.
  if (by === undefined || element.closest(".details, [role=tablist]") !== null) return undefined;
  return () => actions.move(by);
}

function searchAction(key: string, actions: KeyActions): (() => void) | undefined {
  if (key === "Escape") return () => actions.close();
  if (key === "ArrowDown") return () => actions.move(0);
  if (key === "Enter") return () => actions.open();
  return undefined;
}
