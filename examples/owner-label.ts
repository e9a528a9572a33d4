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
      metadata.labels?.owner ? true : deny("every pod needs a label `owner` that says whom to ask about it"),
  },
);
