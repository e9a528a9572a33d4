import type { Pod } from "sallyport/kinds";
import { deny, on, validating } from "sallyport/webhook";

/** Refuses pods without the label `owner`, in the namespace `demo`. */
export const ownerLabel = validating<Pod>(
  {
    name: "owner-label.example.com",
    rules: [on("v1", "pods")],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "demo" } },
  },
  {
    create: ({ metadata }) =>
      metadata.labels?.owner
        ? true
        : deny("the label `owner` is missing: set it to the team that owns this pod"),
  },
);
