import type { Attributes } from "./attributes.ts";

/** Attributes for tests: `alice` creates the pod `a/p`. `overrides` replaces some of them. */
export const podCreation = (overrides: Partial<Attributes> = {}): Attributes => ({
  operation: "CREATE",
  kind: { group: "", version: "v1", kind: "Pod" },
  resource: { group: "", version: "v1", resource: "pods" },
  subresource: "",
  name: "p",
  namespace: "a",
  user: { username: "alice", groups: [] },
  dryRun: false,
  options: null,
  oldObject: null,
  ...overrides,
});
