import { signal } from "@preact/signals";
import type { ExplainedText } from "../../../src/cli/console/explain-text.ts";

/** The text to explain, and its explanation. Both stay when a person comes back from another page. */
export const told = signal("");
export const explained = signal<ExplainedText | undefined>(undefined);

/** Takes another text, which has no explanation yet. */
export function tell(text: string): void {
  told.value = text;
  explained.value = undefined;
}
