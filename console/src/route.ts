import { signal } from "@preact/signals";

/** Fragment of the address, without `#`: `/request/1f6b…`. */
export const route = signal(current());

function current(): string {
  const hash = location.hash.slice(1);
  // Before the first page, it may be the token of the link.
  return hash.startsWith("/") ? hash : "/live";
}

addEventListener("hashchange", () => {
  route.value = current();
});

export const requestLink = (id: string): string => `#/request/${encodeURIComponent(id)}`;

const EDITABLE = /^(Mutating|Validating)(WebhookConfiguration|AdmissionPolicy|AdmissionPolicyBinding)$/;

/** Link to the editor with an object, such as `ValidatingWebhookConfiguration/owners`; undefined if it has other objects only. */
export function editorLink(of: string): string | undefined {
  const [kind = ""] = of.split("/", 1);
  return EDITABLE.test(kind) ? `#/what-if/${encodeURIComponent(of)}` : undefined;
}

export const go = (path: string): void => {
  location.hash = path;
};

/** Goes there without a new entry in the history of the browser. */
export const stay = (path: string): void => {
  history.replaceState(null, "", `#${path}`);
  route.value = path;
};
