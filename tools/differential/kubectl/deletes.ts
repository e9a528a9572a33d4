import { POOL } from "./manifests.ts";
import type { Topic, Walk } from "./walk.ts";

const FLAGS = [
  "--cascade=orphan",
  "--cascade=background",
  "--cascade=foreground --wait=false",
  "--cascade=foreground --timeout=1s",
  "--cascade=wrong",
  "--grace-period=0 --force",
  "--grace-period=0",
  "--grace-period=5 --wait=false",
  "--grace-period=1",
  "--force",
  "--now",
  "--dry-run=client",
  "--dry-run=server",
  "-o name",
  "--ignore-not-found",
  "--wait=false",
  "--timeout=1s",
];

function byName(walk: Walk): void {
  const what = walk.random.pick(POOL);
  if (walk.random.chance(0.2))
    walk.run(`patch ${what.name} --type=merge -p`, ['{"metadata":{"finalizers":["example.com/wait"]}}']);
  walk.run(`delete ${what.name} --timeout=2s${walk.maybe(0.7, ...FLAGS)}`);
  walk.look(what.path);
  if (walk.random.chance(0.3))
    walk.run(`patch ${what.name} --type=merge -p`, ['{"metadata":{"finalizers":null}}']);
  walk.look(what.path);
}

function byFile(walk: Walk): void {
  const some = walk.random.shuffled(POOL).slice(0, 2);
  walk.file(
    `delete --timeout=2s${walk.maybe(0.6, ...FLAGS)}`,
    ...some.map((what) => what.manifest(walk.random)),
  );
  for (const { path } of some) walk.look(path);
}

function many(walk: Walk): void {
  const kinds = walk.random.pick([
    "pods",
    "deployments,rs",
    "cm,secrets",
    "all",
    "svc",
    "jobs,cj",
    "nothings",
    "pdb,hpa,ing",
  ]);
  const which = walk.random.pick([
    "--all",
    "-l app=web",
    "-l tier=front",
    "-l none",
    "--field-selector=metadata.name=conf",
    "--all -l app=web",
    "",
    "web conf",
  ]);
  walk.run(`delete ${kinds} ${which} --timeout=2s${walk.maybe(0.4, ...FLAGS)}`);
  walk.run("get all,cm,secrets,pdb,hpa,ing -o name");
}

function byRaw(walk: Walk): void {
  const { path } = walk.random.pick(POOL);
  walk.run("delete --raw", [walk.random.pick([path, `${path}?gracePeriodSeconds=0`, `${path}/none`])]);
  walk.look(path);
}

export const deleteTopics: readonly Topic[] = [byName, byName, byFile, many, byRaw];
