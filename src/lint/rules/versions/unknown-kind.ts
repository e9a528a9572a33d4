import { parseGroupVersion } from "../../../api/group-version.ts";
import { isNearGroup, nearest } from "../../../explain/near.ts";
import { text } from "../../../json/value.ts";
import type { Model } from "../../model/model.ts";
import { groupOf, kindOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { ADMISSION_GROUPS } from "./removed-groups.ts";

/**
 * Reports kinds and groups that are similar to those of admission. The API server refuses such an object, so
 * that nothing takes effect.
 */
export const unknownKind: Rule = {
  id: "unknown-kind",
  severity: "error",
  summary: "The kind or the group of a configuration is misspelt",
  check: (model) => {
    const kinds = kindsOf(model);
    return model.manifests.flatMap((of): Problem[] => {
      const group = groupOf(of);
      const kind = kindOf(of);
      const { version } = parseGroupVersion(text(of.object.apiVersion));
      if (ADMISSION_GROUPS.has(group)) return wrongKind(of, kinds.get(group) ?? new Set(), kind, group);
      const [right] = [...kinds].find(([, known]) => known.has(kind)) ?? [];
      if (right === undefined || model.registry.findKind(group, version, kind) !== undefined) return [];
      if (group !== "" && !isNearGroup(group, right)) return [];
      const message = `there is no ${kind} in ${group === "" ? "the core group" : group}: it is in ${right}`;
      return [{ of, path: ["apiVersion"], message, fix: `apiVersion: ${right}/v1` }];
    });
  },
};

/** Returns the kinds of admission, by group. */
const kindsOf = ({ registry }: Model): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...ADMISSION_GROUPS].map((group) => [
      group,
      new Set(
        (registry.group(group)?.versions ?? []).flatMap(({ resources }) =>
          resources.map((one) => one.kind.kind),
        ),
      ),
    ]),
  );

function wrongKind(of: Problem["of"], known: ReadonlySet<string>, kind: string, group: string): Problem[] {
  if (known.has(kind) || known.has(kind.replace(/List$/, ""))) return [];
  const meant = nearest(kind, known);
  const message = `there is no kind ${JSON.stringify(kind)} in ${group}: ${
    meant === undefined ? `it has ${[...known].join(", ")}` : `${meant} is probably meant`
  }`;
  return [
    { of, path: ["kind"], message, ...(meant !== undefined && { fix: `replace ${kind} with ${meant}` }) },
  ];
}
