import { allow, mutating } from "sallyport/webhook";

/** Adds a container that collects logs to every pod that has none yet. */
export const sidecar = mutating("/sidecar", (pod) => {
  const spec = pod.spec as { containers: { name: string; image: string }[] };
  if (spec.containers.some((container) => container.name === "log-collector")) return;
  spec.containers.push({ name: "log-collector", image: "registry.example.com/log-collector:1.4" });
  return allow({ warnings: ["the sidecar log-collector was added"] });
});
