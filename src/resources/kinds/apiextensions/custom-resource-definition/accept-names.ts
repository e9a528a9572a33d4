import { aggregate } from "../../../../api/field-error.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { quote } from "../../../../api/quote.ts";
import { equal } from "../../../../json/equal.ts";
import { semanticEqual } from "../../../../json/semantic-equal.ts";
import {
  asDefinition,
  type Condition,
  type Definition,
  type DefinitionNames,
  type DefinitionStatus,
} from "../../../custom/definition-types.ts";
import { approvalCondition } from "./api-approval.ts";
import { caBundleProblem } from "./check-conversion.ts";
import { findCondition, withCondition } from "./conditions.ts";

/**
 * The status that a definition has once its names were compared with those of the others in its group: accepted names
 * and the conditions NamesAccepted, Established and, for protected groups, KubernetesAPIApprovalPolicyConformant. Names
 * that are taken stay as they were accepted before. Call it after every write of a definition, and again for the others
 * of the group when one has given names up. `inUse`: of all definitions, or of the others. `now`: milliseconds. Answers the
 * very status of the argument when nothing changes.
 */
export function acceptNames(object: KubeObject, inUse: NamesInUse, now: number): DefinitionStatus {
  const definition = asDefinition(object);
  const before = definition.status ?? NO_STATUS;
  const { names, accepted } = acceptedNames(definition, inUse);
  let conditions = before.conditions ?? [];
  if (accepted !== undefined) {
    conditions = withCondition(conditions, accepted, now);
    conditions = withCondition(conditions, establishedCondition(definition, accepted.status === "True"), now);
  }
  const approval = approvalCondition(definition);
  if (approval !== undefined) conditions = withCondition(conditions, approval, now);
  const found = conditions.length === 0 ? before.conditions : conditions;
  const status = { ...before, conditions: found, acceptedNames: names };
  return equal(status, before) ? before : status;
}

/**
 * The names, and the condition that says so. Names that have been accepted are not looked at again: nobody puts their
 * condition back (naming_controller.go, sync), and without it nothing is established.
 */
function acceptedNames(
  definition: Definition,
  inUse: NamesInUse,
): { readonly names: DefinitionNames; readonly accepted: Condition | undefined } {
  const { acceptedNames: before, conditions } = definition.status ?? NO_STATUS;
  if (before !== undefined && semanticEqual(definition.spec.names, before))
    return { names: before, accepted: findCondition(conditions, "NamesAccepted") };
  const { names, conflict } = compareNames(definition, takenNames(definition, inUse));
  const accepted: Condition = {
    type: "NamesAccepted",
    status: conflict === undefined ? "True" : "False",
    reason: conflict?.reason ?? "NoConflicts",
    message: conflict?.message ?? "no conflicts found",
  };
  return { names, accepted };
}

const NO_STATUS: DefinitionStatus = {
  conditions: null,
  acceptedNames: { plural: "", kind: "" },
  storedVersions: null,
};

/** By group: which definitions have which accepted names. Made once for all of them, who may be thousands. */
export type NamesInUse = Map<string, { readonly resources: Owners; readonly kinds: Owners }>;

type Owners = Map<string, Set<string>>;

export function namesInUse(definitions: readonly KubeObject[]): NamesInUse {
  const groups = new Map<string, { resources: Owners; kinds: Owners }>();
  for (const definition of definitions) claimNames(groups, definition);
  return groups;
}

/** Adds the accepted names of one more. */
export function claimNames(groups: NamesInUse, definition: KubeObject): void {
  const { spec, metadata, status } = asDefinition(definition);
  if (status?.acceptedNames === undefined) return;
  const group = groups.get(spec.group) ?? { resources: new Map(), kinds: new Map() };
  groups.set(spec.group, group);
  const { plural, singular = "", shortNames = [], kind, listKind = "" } = status.acceptedNames;
  for (const name of [plural, singular, ...shortNames]) own(group.resources, name, metadata.name ?? "");
  for (const name of [kind, listKind]) own(group.kinds, name, metadata.name ?? "");
}

function own(owners: Owners, name: string, owner: string): void {
  const known = owners.get(name);
  if (known === undefined) owners.set(name, new Set([owner]));
  else known.add(owner);
}

interface Taken {
  has(name: string): boolean;
}

interface TakenNames {
  readonly resources: Taken;
  readonly kinds: Taken;
}

/** What others in the group have. */
function takenNames({ spec, metadata }: Definition, inUse: NamesInUse): TakenNames {
  const group = inUse.get(spec.group);
  const self = metadata.name ?? "";
  const taken = (owners: Owners | undefined): Taken => ({
    has(name) {
      const by = owners?.get(name);
      return by !== undefined && by.size > (by.has(self) ? 1 : 0);
    },
  });
  return { resources: taken(group?.resources), kinds: taken(group?.kinds) };
}

interface Conflict {
  readonly reason: string;
  readonly message: string;
}

interface Compared {
  readonly names: DefinitionNames;
  /** The last one found. */
  readonly conflict: Conflict | undefined;
}

const isInUse = (name: string): string => `${quote(name)} is already in use`;

const NAMES = [
  ["plural", "resources", "PluralConflict"],
  ["singular", "resources", "SingularConflict"],
  ["kind", "kinds", "KindConflict"],
  ["listKind", "kinds", "ListKindConflict"],
] as const;

function compareNames({ spec, status }: Definition, taken: TakenNames): Compared {
  const wanted = spec.names;
  const names: DefinitionNames = { ...(status?.acceptedNames ?? { plural: "", kind: "" }) };
  let conflict: Conflict | undefined;
  for (const [name, among, reason] of NAMES) {
    if (name === "kind") conflict = compareShortNames(wanted, names, taken) ?? conflict;
    const text = wanted[name] ?? "";
    if (text !== (names[name] ?? "") && taken[among].has(text)) conflict = { reason, message: isInUse(text) };
    else names[name] = text;
  }
  if (wanted.categories === undefined) delete names.categories;
  else names.categories = wanted.categories;
  return { names, conflict };
}

/** All or none: one that is taken keeps the others back. */
function compareShortNames(
  wanted: DefinitionNames,
  names: DefinitionNames,
  taken: TakenNames,
): Conflict | undefined {
  const { shortNames = [] } = wanted;
  const own = new Set(names.shortNames ?? []);
  const conflicts = shortNames.filter((name) => !own.has(name) && taken.resources.has(name));
  if (conflicts.length > 0)
    return { reason: "ShortNamesConflict", message: aggregate(conflicts.map(isInUse)) };
  if (wanted.shortNames === undefined) delete names.shortNames;
  else names.shortNames = shortNames;
  return undefined;
}

/** Once established, always established: what is stored does not go away with a name. */
function establishedCondition(definition: Definition, accepted: boolean): Condition {
  const type = "Established";
  const old = findCondition(definition.status?.conditions, type);
  if (old?.status === "True") return old;
  if (!accepted)
    return { type, status: "False", reason: "NotAccepted", message: "not all names are accepted" };
  const caBundle = definition.spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
  if (caBundle !== "" && caBundleProblem(caBundle) !== undefined) {
    return {
      type,
      status: "False",
      reason: "InvalidCABundle",
      message: "The conversion webhook CABundle is invalid",
    };
  }
  return {
    type,
    status: "True",
    reason: "InitialNamesAccepted",
    message: "the initial names have been accepted",
  };
}
