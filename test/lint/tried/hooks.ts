import { mutating, on, validating } from "../../../src/webhook/index.ts";

interface Pod {
  metadata: { name?: string; labels?: Record<string, string> };
  spec: { containers: { name: string; image: string }[] };
}

const rules = [on("v1", "pods", "CREATE")];

const named = (name: string, change: (pod: Pod, dryRun: boolean) => void) =>
  mutating({ name: `${name}.example.com`, rules }, (object, { dryRun }) => {
    change(object as unknown as Pod, dryRun);
  });

const label =
  (key: string, value: string) =>
  ({ metadata }: Pod): void => {
    metadata.labels = { ...metadata.labels, [key]: value };
  };

export const renames = named("renames", ({ metadata }) => {
  metadata.name = "other";
});
export const tiers = [named("tier-a", label("tier", "front")), named("tier-b", label("tier", "back"))];
export const boats = mutating(
  { name: "boats.example.com", rules: [on("example.com/v1", "boats", "CREATE")] },
  () => {},
);

export const all = [
  named("adds", ({ spec }) => {
    spec.containers.push({ name: `side-${spec.containers.length}`, image: "registry.example.com/side:1" });
  }),
  named("counts", ({ metadata, spec }) => {
    metadata.labels = { ...metadata.labels, count: String(spec.containers.length) };
  }),
  named("dry", (pod, dryRun) => {
    if (!dryRun) label("real", "yes")(pod);
  }),
  renames,
  named("throws", () => {
    throw new Error("no database");
  }),
  ...tiers,
  named("sound", label("owner", "shop")),
  validating({ name: "checks.example.com", rules }, () => true),
  boats,
];
