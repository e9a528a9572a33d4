import { parseGroupVersion } from "../../api/group-version.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";
import { podTemplate } from "../pods/pod-template.ts";
import type { Path } from "../sources.ts";
import { isNamedBy, matchOf, mismatch } from "./constraint-notes.ts";
import type { Manifest } from "./manifests.ts";
import { titleOf } from "./unserved.ts";

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

interface Said {
  readonly says: string;
  readonly path: Path;
}

/**
 * Notes about policies of Gatekeeper and Kyverno among the manifests that are for the object and refuse or change nothing all the
 * same, by their action or by a filter of the engine; and about a filter that leaves out only the owner of a refused object.
 */
export function engineNotes(written: Written, manifests: readonly Manifest[]): string[] {
  const policies = manifests.filter(({ object }) => isFor(object, written));
  const actions = policies.flatMap((one) =>
    noted(one, written.refusal === "" ? idle(one.object, written) : undefined),
  );
  const isFiltered = policies.some(({ object }) => groupOf(object).endsWith("kyverno.io"));
  const filters = isFiltered ? manifests.flatMap((one) => noted(one, filtered(one.object, written))) : [];
  return [...actions, ...filters];
}

const noted = ({ object, line }: Manifest, said: Said | undefined): string[] =>
  said === undefined ? [] : [`${titleOf(object)}: ${said.says} (${line(said.path)})`];

const CONSTRAINTS = "constraints.gatekeeper.sh";
const MUTATORS = "mutations.gatekeeper.sh";
const groupOf = ({ apiVersion }: JsonObject): string => parseGroupVersion(text(apiVersion)).group;

/** True for a policy of an engine that names the kind of the object, or that of the pods in its template. */
function isFor(policy: JsonObject, { object, namespace, resource }: Written): boolean {
  const { rules, matchConstraints } = record(policy.spec);
  switch (groupOf(policy)) {
    case CONSTRAINTS:
    case MUTATORS: {
      const match = matchOf(policy);
      const isNamed = records(match.kinds).some(({ kinds }) => texts(kinds).includes(text(object.kind)));
      return isNamed && mismatch(object, namespace, match) === undefined;
    }
    case "kyverno.io": {
      const kinds = records(rules).flatMap((rule) =>
        [record(rule.match), ...records(record(rule.match).any), ...records(record(rule.match).all)].flatMap(
          ({ resources }) => texts(record(resources).kinds),
        ),
      );
      const own = [object.kind, podTemplate(object) && "Pod"];
      return kinds.some((kind) => own.includes(kindIn(kind)));
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

/** The kind in a selector of Kyverno, such as apps/v1/Deployment; undefined for one of a subresource. */
function kindIn(selector: string): string | undefined {
  const parts = selector.split("/");
  const kind = parts.findLast((part) => part !== "*") ?? "*";
  return kind === "*" || /^[A-Z]/.test(kind) ? kind : undefined;
}

const ACTIONS: readonly unknown[] = ["deny", "dryrun", "warn", "scoped"];

/** Says why a policy that is for an object refuses or changes nothing; undefined if it is not known that it does not. */
function idle({ spec, ...policy }: JsonObject, { isAsked }: Written): Said | undefined {
  const { enforcementAction = "deny", evaluation, validationFailureAction, ...own } = record(spec);
  const group = groupOf(policy);
  if (group === CONSTRAINTS) {
    const path = ["spec", "enforcementAction"];
    if (!ACTIONS.includes(enforcementAction))
      return {
        says: `enforcementAction is ${JSON.stringify(enforcementAction)}, and Gatekeeper denies with deny only`,
        path,
      };
    const isMild = enforcementAction === "dryrun" || enforcementAction === "warn";
    return isAsked && isMild
      ? { says: `enforcementAction is ${enforcementAction}: it refuses nothing`, path }
      : undefined;
  }
  if (group === MUTATORS) return neverTrue(record(own.parameters));
  if (record(record(evaluation).admission).enabled === false)
    return {
      says: "evaluation.admission.enabled is false: Kyverno registers no webhook for it, so that requests do not pass through it",
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
        says: "its failure action is Audit (the default): its rules report, and refuse nothing",
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
  const leftOut = (its: JsonObject): string | undefined =>
    entries.find(
      ({ parts: [one = "", home = "", name = ""] }) =>
        isNamedBy(kindIn(one) ?? "", text(its.kind)) &&
        isNamedBy(home, namespace) &&
        isNamedBy(name, text(its.name)),
    )?.entry;
  const { name, ownerReferences } = record(object.metadata);
  const path = ["data", "resourceFilters"];
  const own = leftOut({ kind: text(object.kind), name: text(name) });
  if (own !== undefined)
    return {
      says: `resourceFilters has ${own}: Kyverno applies no policy to this ${text(object.kind)}`,
      path,
    };
  const owner = records(ownerReferences).find(({ controller }) => controller === true);
  const its = owner !== undefined && refusal.includes("kyverno") ? leftOut(owner) : undefined;
  return its === undefined
    ? undefined
    : {
        says: `resourceFilters has ${its}, for the ${text(owner?.kind)} itself: this ${text(object.kind)} is of another kind, with a name of its own`,
        path,
      };
}
