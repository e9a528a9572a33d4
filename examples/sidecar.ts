import type { Pod } from "sallyport/kinds";
import { allow, mutating, on } from "sallyport/webhook";

/** Adds a container that collects logs to every pod of the namespace `demo` that has none yet. */
export const sidecar = mutating<Pod>(
  {
    name: "sidecar.example.com",
    rules: [on("v1", "pods")],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "demo" } },
  },
  {
    create: ({ spec }) => {
      const containers = spec?.containers ?? [];
      if (containers.some(({ name }) => name === "log-collector")) return;
      containers.push({ name: "log-collector", image: "registry.example.com/log-collector:1.4" });
      return allow({ warnings: ["the sidecar log-collector was added"] });
    },
  },
);
