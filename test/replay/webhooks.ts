import type { KubeObject } from "../../src/api/meta.ts";
import { deny, type Endpoint, mutating, validating } from "../../src/webhook/index.ts";

/** Webhooks of the test, each under its path. Their answer depends only on the request. */
export const ENDPOINTS: readonly Endpoint[] = [
  validating("/owners", (object) => (ownerOf(object) === "nobody" ? deny("nobody owns nothing") : true)),
  validating("/owners-strict", (object) =>
    ownerOf(object) === undefined ? deny("whose is it?", { code: 418, reason: "Invalid" }) : true,
  ),
  validating("/keepers", (_object, { oldObject }) =>
    ownerOf(oldObject) === "jane" ? deny("jane keeps it") : true,
  ),
  mutating("/sidecar", (object) => addContainer(object, "log")),
  mutating("/sidecar-two", (object) => addContainer(object, "metrics")),
  mutating("/defaults", (object) => {
    if (object === null) return;
    const { labels } = object.metadata;
    object.metadata.labels = { ...labels, defaulted: labels?.later === undefined ? "yes" : "again" };
  }),
  mutating("/later", (object) => {
    if (object !== null) object.metadata.labels = { ...object.metadata.labels, later: "yes" };
  }),
];

const ownerOf = (object: KubeObject | null): string | undefined => object?.metadata.labels?.owner;

function addContainer(object: KubeObject | null, name: string): void {
  const spec = object?.spec as { containers: { name: string; image: string }[] } | undefined;
  spec?.containers.push({ name, image: `registry.example.com/${name}:1` });
}
