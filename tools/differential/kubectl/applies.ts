import type { JsonObject } from "../../../src/json/value.ts";
import { POOL, type Pooled } from "./manifests.ts";
import { manifestText, type Topic, type Walk } from "./walk.ts";

const VALIDATE = ["--validate=false", "--validate=warn", "--validate=strict", "--validate=ignore"];

const DRY = ["--dry-run=client", "--dry-run=server"];

const SERVER_SIDE = [
  "--server-side",
  "--server-side --force-conflicts",
  "--server-side --field-manager=other",
  "--server-side --field-manager=other --force-conflicts",
];

const OUTPUT = ["-o yaml", "-o json --show-managed-fields", "-o name", "-o jsonpath={.metadata.labels}"];

/** Sometimes with a mistake. */
function manifestOf(walk: Walk, what: Pooled): JsonObject {
  const made = what.manifest(walk.random);
  if (walk.random.chance(0.08)) made.unknown = { a: 1 };
  if (walk.random.chance(0.04)) made.kind = "Nothing";
  if (walk.random.chance(0.04)) made.apiVersion = "v9";
  if (walk.random.chance(0.04)) made.spec = "x";
  return made;
}

function apply(walk: Walk): void {
  const some = walk.random.shuffled(POOL).slice(0, walk.random.int(1, 3));
  const flags = `${walk.maybe(0.4, ...SERVER_SIDE)}${walk.maybe(0.2, ...DRY)}${walk.maybe(0.15, ...VALIDATE)}${walk.maybe(0.3, ...OUTPUT)}`;
  walk.file(`apply${flags}`, ...some.map((what) => manifestOf(walk, what)));
  for (const { path } of some) walk.look(path);
}

function applyTwice(walk: Walk): void {
  const what = walk.random.pick(POOL);
  walk.file(`apply${walk.maybe(0.3, ...SERVER_SIDE)}`, what.manifest(walk.random));
  const next = what.manifest(walk.random);
  walk.file("diff", next);
  walk.file(`apply${walk.maybe(0.5, ...SERVER_SIDE)}`, next);
  walk.file(
    `diff${walk.maybe(0.3, "--server-side", "--server-side --force-conflicts", "--field-manager=x --server-side", "--prune -l app=web")}`,
    next,
  );
  walk.look(what.path);
}

function prune(walk: Walk): void {
  const some = walk.random.shuffled(POOL).slice(0, 2);
  const manifests = some.map((what) => what.manifest(walk.random));
  walk.file("apply", ...manifests);
  const flags = walk.random.pick([
    "--prune -l app=web",
    "--prune --all",
    "--prune -l app=web --prune-allowlist=core/v1/ConfigMap --prune-allowlist=apps/v1/Deployment",
    "--prune -l app=web --dry-run=server",
    "--prune -l app=web --dry-run=client",
    "--prune",
  ]);
  walk.file(`apply ${flags}${walk.maybe(0.3, "-o yaml", "-o name")}`, ...manifests.slice(0, 1));
  for (const { path } of some) walk.look(path);
}

function lastApplied(walk: Walk): void {
  const what = walk.random.pick(POOL);
  const line = walk.random.pick([
    `apply view-last-applied ${what.name}${walk.maybe(0.5, "-o json")}`,
    "set",
    "edit",
  ]);
  if (line === "set")
    walk.file(
      `apply set-last-applied${walk.maybe(0.6, "--create-annotation")}${walk.maybe(0.3, ...DRY)}${walk.maybe(0.3, "-o yaml")}`,
      what.manifest(walk.random),
    );
  else if (line === "edit")
    walk.run(`apply edit-last-applied ${what.name}`, [], { editor: "sed -i s/web/wob/" });
  else walk.run(line);
  walk.look(what.path);
}

function create(walk: Walk): void {
  const what = walk.random.pick(POOL);
  const flags = `${walk.maybe(0.3, "--save-config")}${walk.maybe(0.2, ...DRY)}${walk.maybe(0.2, ...VALIDATE)}${walk.maybe(0.3, ...OUTPUT)}`;
  walk.file(`create${flags}`, manifestOf(walk, what));
  walk.look(what.path);
}

function replace(walk: Walk): void {
  const what = walk.random.pick(POOL);
  const flags = `${walk.maybe(0.3, "--force", "--force --grace-period=0", "--force --cascade=orphan")}${walk.maybe(0.3, "--save-config")}${walk.maybe(0.2, ...DRY)}${walk.maybe(0.2, ...VALIDATE)}${walk.maybe(0.3, ...OUTPUT)}${walk.maybe(0.1, "--subresource=status")}`;
  walk.file(`replace${flags}`, manifestOf(walk, what));
  walk.look(what.path);
}

/** Several objects at once: in a list, or as a kustomization changes them. */
function together(walk: Walk): void {
  const { random } = walk;
  const some = random.shuffled(POOL).slice(0, 3);
  const items = some.map((what) => what.manifest(random));
  const flags = `${walk.maybe(0.3, ...SERVER_SIDE)}${walk.maybe(0.2, ...DRY)}${walk.maybe(0.3, ...OUTPUT)}`;
  if (random.chance(0.5)) walk.file(`apply${flags}`, { apiVersion: "v1", kind: "List", items });
  else {
    const resources = ["all.yaml"];
    const kustomization = {
      resources,
      namePrefix: "k-",
      labels: [{ pairs: { by: "kustomize" }, includeSelectors: true }],
    };
    const files = { "kustomization.yaml": JSON.stringify(kustomization), "all.yaml": manifestText(items) };
    const line = random.pick([
      `apply -k .${flags}`,
      "diff -k .",
      "kustomize .",
      "delete -k . --ignore-not-found --wait=false",
      "get -k . -o name",
    ]);
    walk.run(line, [], { files });
  }
  for (const { path } of some)
    walk.look(path.replace(/[^/]+$/, (name) => (random.chance(0.5) ? name : `k-${name}`)));
}

export const applyTopics: readonly Topic[] = [
  apply,
  apply,
  applyTwice,
  prune,
  lastApplied,
  create,
  replace,
  together,
];
