import type { Path } from "../../../explain/sources.ts";
import {
  acceptNames,
  claimNames,
  type NamesInUse,
} from "../../../resources/kinds/apiextensions/custom-resource-definition/accept-names.ts";
import type { Configuration } from "../../model/configurations.ts";
import type { Problem, Rule } from "../../rule.ts";

/** The reasons of the condition NamesAccepted, with the names in `spec.names` that they are about. */
const NAMES: Readonly<Record<string, string>> = {
  PluralConflict: "plural",
  SingularConflict: "singular",
  ShortNamesConflict: "shortNames",
  KindConflict: "kind",
  ListKindConflict: "listKind",
};

/** The server accepts such a definition, but serves no objects of it. */
export const notEstablished: Rule = {
  id: "not-established",
  severity: "error",
  summary:
    "A CustomResourceDefinition has a name that another one in its group has, so that it is not served",
  check: ({ configurations }) => {
    const inUse: NamesInUse = new Map();
    return configurations.flatMap((one) => problemsOf(one, inUse));
  },
};

function problemsOf({ of, found, stored, errors }: Configuration, inUse: NamesInUse): Problem[] {
  if (found.kind.kind !== "CustomResourceDefinition" || stored === undefined || errors().length > 0)
    return [];
  const { status: _status, ...declared } = stored;
  const status = acceptNames(declared, inUse, 0);
  claimNames(inUse, { ...declared, status } as typeof stored);
  const accepted = status.conditions?.find(({ type }) => type === "NamesAccepted");
  const name = NAMES[accepted?.reason ?? ""];
  if (accepted?.status !== "False" || name === undefined) return [];
  const path: Path = ["spec", "names", name];
  const message = `${accepted.message} by another definition in its group: the API server does not serve the custom resources (${accepted.reason})`;
  return [{ of, path, message, fix: `another ${name}` }];
}
