import type { KubeObject } from "../../../../api/meta.ts";
import { aggregate } from "../../../../api/validation/field-error.ts";
import { quote } from "../../../../go/quote.ts";
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
 * Returns the status of a definition after its names were compared with those of the other definitions in its
 * group: accepted names and the conditions NamesAccepted, Established and, for protected groups,
 * KubernetesAPIApprovalPolicyConformant. For a name that is already in use, the name that was accepted before
 * is kept. Call it after every write of a definition, and again for the others of the group if one of them no
 * longer uses a name. `inUse`: accepted names of all definitions, or of the others. `now`: milliseconds.
 * Returns the same status object if nothing changes.
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
 * Returns the accepted names, and the condition NamesAccepted. Names that were already accepted are not
 * compared again. If that condition has been removed, no controller adds it again (naming_controller.go,
 * sync), and without it a definition is not established.
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

/**
 * Accepted names by group, with the definitions that have them. Built once for all definitions, because there
 * can be thousands.
 */
export type NamesInUse = Map<string, { readonly resources: Owners; readonly kinds: Owners }>;

type Owners = Map<string, Set<string>>;

/** Accepted names of all definitions, by group. */
export function namesInUse(definitions: readonly KubeObject[]): NamesInUse {
  const groups = new Map<string, { resources: Owners; kinds: Owners }>();
  for (const definition of definitions) claimNames(groups, definition);
  return groups;
}

/** Adds the accepted names of one more definition. */
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

/** Returns the names that other definitions of the group have. */
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
  /** The last conflict found. */
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

/** Accepts either all short names or none of them. */
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

/**
 * A definition that is established stays established, because its objects remain stored even if it loses a
 * name.
 */
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
