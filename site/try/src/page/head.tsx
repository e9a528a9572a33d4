import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

const EXPLAIN = "#explain";

/** True if the address is that of the page for errors. */
export const isExplaining = (): boolean => location.hash === EXPLAIN;

/** True while the page explains errors; else it decides requests. */
export const explains = signal(isExplaining());

/** The situation that was shown last: the way back from the page for errors. */
let situation = "#";

addEventListener("hashchange", ({ oldURL }) => {
  explains.value = isExplaining();
  if (explains.value) situation = new URL(oldURL).hash || "#";
});

/** The head of the page, with both things that it does. */
export function Head({ children }: { children?: ComponentChildren }) {
  const current = { "aria-current": "page" } as const;
  return (
    <header class="top">
      <a class="brand" href="../">
        Sallyport
      </a>
      <h1 class="hidden">{explains.value ? "Explain an error" : "Try admission control"}</h1>
      <nav aria-label="Pages">
        <a href={situation} {...(!explains.value && current)}>
          Decide a request
        </a>
        <a href={EXPLAIN} {...(explains.value && current)}>
          Explain an error
        </a>
      </nav>
      {children}
    </header>
  );
}
