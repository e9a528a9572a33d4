import { baseOf, collectionOf, nameOf, RESOURCES } from "../kinds/resources.ts";
import { isOnlyTried, tameBody } from "../kinds/tame.ts";
import { manifestText, type Topic, type Walk } from "./walk.ts";

/** One object of any built-in kind: made, read in several forms, changed and removed. */
function life(walk: Walk): void {
  const { random } = walk;
  const resource = random.pick(
    RESOURCES.filter(({ verbs }) => verbs === undefined || verbs.includes("update")),
  );
  const body = tameBody(resource, baseOf(resource, random));
  const [, group = ""] = /^(?:(.*)\/)?/.exec(resource.apiVersion) ?? [];
  const version = resource.apiVersion.slice(group === "" ? 0 : group.length + 1);
  const type = group === "" ? resource.plural : `${resource.plural}.${version}.${group}`;
  const name = nameOf(resource);
  const path = `${collectionOf(resource)}/${name}`;
  const files = { "object.json": manifestText([body]) };
  if (isOnlyTried(resource)) {
    walk.run(
      `create --dry-run=server -f object.json${walk.maybe(0.7, "-o yaml", "-o json --show-managed-fields")}`,
      [],
      { files },
    );
    return;
  }
  walk.run(
    `${random.pick(["create", "apply", "apply --server-side", "create --save-config"])} -f object.json${walk.maybe(0.3, "-o yaml", "-o json")}`,
    [],
    { files },
  );
  const reads = [
    `get ${type} ${name} -o wide`,
    `get ${type} ${name} -o yaml --show-managed-fields`,
    `describe ${type} ${name}`,
    `get ${type} ${name}`,
    `get ${type} --field-selector=metadata.name=${name}`,
    `get ${type} ${name} -o custom-columns=A:.metadata.name,S:.spec,T:.status`,
  ];
  for (const read of random.some(reads, 3)) walk.run(read);
  const changes = [
    `label ${type} ${name} x=y`,
    `annotate ${type} ${name} x=y`,
    "apply --server-side -f object.json",
    "apply -f object.json",
    "replace -f object.json",
    "diff -f object.json",
    `patch ${type} ${name} -p '{"metadata":{"labels":{"p":"q"}}}'`,
  ];
  for (const change of random.some(changes, 3)) walk.run(change);
  walk.look(path);
  walk.run(
    `delete ${type} ${name} --timeout=1s${walk.maybe(0.4, "--cascade=orphan", "--now", "--dry-run=server", "--wait=false", "--force")}`,
  );
  walk.look(path);
}

export const kindTopics: readonly Topic[] = [life];
