import { computed, signal } from "@preact/signals";

/** Filter of the list. The process behind the page applies it. */
export const filterText = signal("");
export const refusedOnly = signal(false);
export const withSystem = signal(false);
export const withReads = signal(false);

/** The wish as the query of the stream. */
export const wishQuery = computed((): string => {
  const query = new URLSearchParams();
  if (filterText.value.trim() !== "") query.set("filter", filterText.value);
  if (refusedOnly.value) query.set("refused", "true");
  if (withSystem.value) query.set("system", "true");
  if (withReads.value) query.set("reads", "true");
  return query.toString();
});

/** Adds a word to the filter, or takes it out when it is there. */
export function toggleWord(word: string): void {
  const words = filterText.value.split(/\s+/).filter((one) => one !== "");
  const rest = words.filter((one) => one !== word);
  filterText.value = (rest.length < words.length ? rest : [...words, word]).join(" ");
}

/** Shows the requests that this filter finds, those of controllers too. */
export function showAll(filter: string): void {
  resetWish();
  filterText.value = filter;
  withSystem.value = true;
}

export function resetWish(): void {
  filterText.value = "";
  refusedOnly.value = false;
}
