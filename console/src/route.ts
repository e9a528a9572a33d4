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

/** The cookie has it now: it is to be in no history and on no screen. */
export function forgetToken(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("token")) return;
  url.searchParams.delete("token");
  history.replaceState(null, "", url);
}
