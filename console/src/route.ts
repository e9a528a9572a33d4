import { signal } from "@preact/signals";

/** Fragment of the address, without `#`: `/request/1f6b…`. */
export const route = signal(current());

function current(): string {
  const hash = location.hash.slice(1);
  return hash === "" ? "/live" : hash;
}

addEventListener("hashchange", () => {
  route.value = current();
});

export const requestLink = (id: string): string => `#/request/${encodeURIComponent(id)}`;

export const go = (path: string): void => {
  location.hash = path;
};

/** Goes there without a new entry in the history of the browser. */
export const stay = (path: string): void => {
  history.replaceState(null, "", `#${path}`);
  route.value = path;
};
