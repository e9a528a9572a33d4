import { groupOf } from "../../../api/group-version.ts";
import { type Json, type JsonObject, record, records, text, texts } from "../../../json/value.ts";
import { podTemplate } from "../../pods/pod-template.ts";
import type { Manifest } from "../manifests.ts";
import { titleOf } from "../unserved.ts";
import { CONSTRAINTS, isNamedBy, MUTATORS, matchOf, mismatch, type Said } from "./constraint-notes.ts";
import { isSelected, namedPolicies, unreadFilters } from "./engine-places.ts";
import { idleException } from "./exception-notes.ts";

/** A written object, and what is known of its request. */
interface Written {
  readonly object: JsonObject;
  readonly namespace: string;
  readonly resource: { readonly group: string; readonly resource: string };
  /** True if the user asks about a webhook: then policies that only report are noted, too. */
  readonly isAsked: boolean;
  /** The message for the client; empty if the request is allowed. */
  readonly refusal: string;
}

/**
 * Notes about policies of Gatekeeper and Kyverno among the manifests: policies for the object that refuse or change nothing, by
 * their action or by a filter of the engine; filters that the engine does not read, or that leave out only the owner of a refused
 * object; the policies that a refusal names.
 */
export function engineNotes(written: Written, manifests: readonly Manifest[]): string[] {
  const policies = manifests.filter(({ object }) => isFor(object, written));
  const actions = policies.flatMap((one) =>
    noted(one, written.refusal === "" ? idle(one.object, written) : undefined),
  );
  const isFiltered = policies.some(({ object }) => groupOf(object).endsWith("kyverno.io"));
  const filters = isFiltered ? manifests.flatMap((one) => noted(one, filtered(one.object, written))) : [];
  const unread = policies.flatMap((one) => unreadFilters(one.object).flatMap((said) => noted(one, said)));
  // A refusal does not tell which one of several policies with one name it is about.
  const all = manifests.filter(({ object }) => isKyverno(object, /^(?:Cluster)?Policy$/));
  const alone = policies.filter(
    (one) => all.includes(one) && all.filter((other) => nameOf(other) === nameOf(one)).length === 1,
  );
  const exceptions = manifests
    .filter(({ object }) => isKyverno(object, /^PolicyException$/))
    .flatMap((one) => alone.flatMap(({ object }) => noted(one, idleException(one.object, object, written))));
  const named = namedPolicies(written.refusal, written.namespace, manifests);
  return [...actions, ...filters, ...unread, ...named, ...exceptions];
}

const noted = ({ object, line }: Manifest, said: Said | undefined): string[] =>
  said === undefined ? [] : [`${titleOf(object)}: ${said.says} (${line(said.path)})`];

const isKyverno = (object: JsonObject, kinds: RegExp): boolean =>
  groupOf(object) === "kyverno.io" && kinds.test(text(object.kind));

const nameOf = ({ object }: Manifest): Json | undefined => record(object.metadata).name;

/** True for a policy of an engine that names the kind of the object, or that of the pods in its template. */
function isFor(policy: JsonObject, { object, namespace, resource }: Written): boolean {
  const { rules, matchConstraints } = record(policy.spec);
  switch (groupOf(policy)) {
    case CONSTRAINTS:
    case MUTATORS: {
      const match = matchOf(policy);
      const named = records(match.kinds);
      const isNamed =
        named.length === 0 || named.some(({ kinds }) => texts(kinds).includes(text(object.kind)));
      return isNamed && mismatch(object, namespace, match) === undefined;
    }
    case "kyverno.io": {
      const kinds = records(rules).flatMap((rule) =>
        [record(rule.match), ...records(record(rule.match).any), ...records(record(rule.match).all)].flatMap(
          ({ resources }) => texts(record(resources).kinds),
        ),
      );
      const own = [object, ...(podTemplate(object) === undefined ? [] : [{ apiVersion: "v1", kind: "Pod" }])];
      const isElsewhere = policy.kind === "Policy" && record(policy.metadata).namespace !== namespace;
      return !isElsewhere && kinds.some((kind) => own.some((one) => isSelected(kind, one)));
    }
    case "policies.kyverno.io":
      return records(record(matchConstraints).resourceRules).some(
        ({ apiGroups, resources }) =>
          hasOrAll(texts(apiGroups), resource.group) && hasOrAll(texts(resources), resource.resource),
      );
    default:
      return false;
  }
}

const hasOrAll = (list: readonly string[], one: string): boolean => list.includes(one) || list.includes("*");

const ACTIONS: readonly string[] = ["deny", "dryrun", "warn", "scoped"];

/** Says why a policy that is for an object refuses or changes nothing; undefined if it is not known that it does not. */
function idle({ spec, ...policy }: JsonObject, { isAsked }: Written): Said | undefined {
  const { enforcementAction, evaluation, validationFailureAction, ...own } = record(spec);
  const group = groupOf(policy);
  if (group === CONSTRAINTS) {
    const path = ["spec", "enforcementAction"];
    const action = text(enforcementAction) || "deny";
    if (!ACTIONS.includes(action))
      return {
        says: `enforcementAction is ${JSON.stringify(action)}, and Gatekeeper knows ${ACTIONS.join(", ")} only`,
        path,
      };
    const isMild = action === "dryrun" || action === "warn";
    return isAsked && isMild
      ? { says: `enforcementAction is ${action}: it refuses nothing`, path }
      : undefined;
  }
  if (group === MUTATORS) return neverTrue(record(own.parameters));
  if (group === "policies.kyverno.io" && record(record(evaluation).admission).enabled === false)
    return {
      says: "evaluation.admission.enabled is false: Kyverno registers no webhook for it",
      path: ["spec", "evaluation", "admission", "enabled"],
    };
  if (!isAsked || group !== "kyverno.io" || own.validationFailureActionOverrides !== undefined)
    return undefined;
  const usual = validationFailureAction ?? "Audit";
  const actions = records(own.rules).flatMap(({ validate }) =>
    validate === undefined
      ? []
      : record(validate).failureActionOverrides
        ? ""
        : text(record(validate).failureAction ?? usual),
  );
  return actions.length > 0 && actions.every((one) => one.toLowerCase() === "audit")
    ? {
        says: "its failure action is Audit (the default): its rules with validate report, and refuse nothing",
        path: ["spec", "validationFailureAction"],
      }
    : undefined;
}

/** Says which two tests of a mutator exclude each other: a path that must not exist, and one below it that must. */
function neverTrue({ pathTests }: JsonObject): Said | undefined {
  const tests = records(pathTests);
  const pathsOf = (wanted: string): string[] =>
    tests.flatMap(({ subPath, condition }) => (condition === wanted ? text(subPath) : []));
  const absent = pathsOf("MustNotExist");
  const inner = pathsOf("MustExist").find((one) => absent.some((other) => `${one}.`.startsWith(`${other}.`)));
  return inner === undefined
    ? undefined
    : {
        says: `its pathTests never hold together: ${inner} must exist, and it or a path above it must not`,
        path: ["spec", "parameters", "pathTests"],
      };
}

/** Says which entry of Kyverno's resourceFilters leaves out an object, or only the owner of a refused one. */
function filtered({ kind, data }: JsonObject, { object, namespace, refusal }: Written): Said | undefined {
  const { resourceFilters } = record(data);
  if (kind !== "ConfigMap" || typeof resourceFilters !== "string") return undefined;
  const entries = [...resourceFilters.matchAll(/\[([^[\]]*)\]/g)].map(([entry, inside = ""]) => ({
    entry,
    parts: inside.split(","),
  }));
  const leftOut = (its: JsonObject, itsName: Json | undefined): string | undefined =>
    entries.find(
      ({ parts: [one = "", home = "", name = "", ...more] }) =>
        more.length === 0 &&
        isSelected(one, its) &&
        isNamedBy(home, namespace) &&
        isNamedBy(name, text(itsName)),
    )?.entry;
  const { name, ownerReferences } = record(object.metadata);
  const path = ["data", "resourceFilters"];
  const own = leftOut(object, name);
  if (own !== undefined)
    return {
      says: `resourceFilters has ${own}: Kyverno applies no policy to this ${text(object.kind)}`,
      path,
    };
  const owner = records(ownerReferences).find(({ controller }) => controller === true);
  const its = owner !== undefined && refusal.includes("kyverno") ? leftOut(owner, owner.name) : undefined;
  return its === undefined
    ? undefined
    : {
        says: `resourceFilters has ${its}, for the ${text(owner?.kind)} itself: this ${text(object.kind)} is of another kind, with a name of its own`,
        path,
      };
}
