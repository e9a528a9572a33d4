import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { type JsonObject, record, records } from "../../json/value.ts";
import type { Model } from "../model/model.ts";
import { groupOf } from "../model/names.ts";
import type { Problem } from "../rule.ts";

/**
 * Fields of match and exclude of rules in policies of Kyverno, and of resources in them
 * (kyverno, config/crds/kyverno/kyverno.io_clusterpolicies.yaml).
 */
const FILTER: ReadonlySet<string> = new Set(["any", "all", "resources", "subjects", "roles", "clusterRoles"]);
const RESOURCES: ReadonlySet<string> = new Set([
  ...["annotations", "kinds", "name", "names", "namespaceSelector", "namespaces", "operations", "selector"],
]);

/** Fields of match and exclude that policies of Kyverno do not have, so that a rule selects more than it says. */
export const kyvernoFields = (model: Model): Problem[] =>
  ["ClusterPolicy", "Policy"]
    .flatMap((kind) => model.of(kind))
    .filter((one) => groupOf(one) === "kyverno.io")
    .flatMap((of) =>
      records(record(of.object.spec).rules).flatMap((rule, index) =>
        ["match", "exclude"].flatMap((member) =>
          inFilter(of, record(rule[member]), ["spec", "rules", index, member]),
        ),
      ),
    );

const inFilter = (of: Manifest, filter: JsonObject, path: Path): Problem[] => [
  ...unknownIn(of, filter, path, FILTER),
  ...unknownIn(of, record(filter.resources), [...path, "resources"], RESOURCES),
  ...["any", "all"].flatMap((list) =>
    records(filter[list]).flatMap((one, index) => inFilter(of, one, [...path, list, index])),
  ),
];

function unknownIn(of: Manifest, object: JsonObject, path: Path, known: ReadonlySet<string>): Problem[] {
  return Object.keys(object)
    .filter((key) => !known.has(key))
    .map((key) => {
      const isInner = known === FILTER && RESOURCES.has(key);
      const fix = isInner
        ? `write ${key} inside resources`
        : known.has(`${key}s`)
          ? `write ${key}s`
          : `the fields are ${[...known].join(", ")}`;
      const message = `Kyverno has no field ${key} in ${String(path.at(-1))}: it is dropped, and the rule selects as if it were not there`;
      return { of, path: [...path, key], message, fix };
    });
}
