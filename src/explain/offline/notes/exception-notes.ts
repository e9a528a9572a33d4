import { type JsonObject, record, records, text, texts } from "../../../json/value.ts";
import { isNamedBy, type Said } from "./constraint-notes.ts";
import { isSelected, toldRules } from "./engine-places.ts";

/** An object that a policy refused. */
interface Refused {
  readonly object: JsonObject;
  readonly namespace: string;
  readonly refusal: string;
}

/** Says why an exception for a policy of Kyverno that refused an object does not leave it out; undefined if it is not known. */
export function idleException({ spec }: JsonObject, policy: JsonObject, refused: Refused): Said | undefined {
  const { name, namespace } = record(policy.metadata);
  const whole = policy.kind === "Policy" ? `${text(namespace)}/${text(name)}` : text(name);
  const its = records(record(spec).exceptions);
  const [one] = its.filter(({ policyName }) => text(policyName).split("/").at(-1) === name);
  const [rule] = one && refused.refusal.includes("kyverno") ? toldRules(refused.refusal, text(name)) : [];
  if (one === undefined || rule === undefined) return undefined;
  const path = ["spec", "exceptions", its.indexOf(one)];
  if (!its.some(({ policyName }) => policyName === whole))
    return {
      says: `policyName is ${text(one.policyName)}, and the ${text(policy.kind)} that refused it is ${whole}`,
      path: [...path, "policyName"],
    };
  if (!its.some(({ ruleNames }) => texts(ruleNames).some((own) => fits(own, rule))))
    return { says: `ruleNames does not have ${rule}, which refused it`, path: [...path, "ruleNames"] };
  const { any, all } = record(record(spec).match);
  const failures = records(any ?? all).map(({ resources }) => leftOut(record(resources), refused));
  // One of any is enough. If more than one list does not fit, the exception is for other objects.
  const isFitting = any !== undefined && failures.some((list) => list.length === 0);
  const [says] = isFitting ? [] : (failures.find((list) => list.length === 1) ?? []);
  return says === undefined ? undefined : { says, path: ["spec", "match"] };
}

/** Says which lists of an exception do not have an object. */
function leftOut(resources: JsonObject, { object, namespace }: Refused): string[] {
  const own = { kinds: text(object.kind), namespaces: namespace, names: text(record(object.metadata).name) };
  return Object.entries(own).flatMap(([key, value]) => {
    const list = texts(resources[key]);
    const isThere = list.some((one) => fits(one, value) || (key === "kinds" && isSelected(one, object)));
    return list.length === 0 || value === "" || isThere
      ? []
      : [`its ${key} are ${list.join(", ")}, and not ${value} of the refused object`];
  });
}

/** A pattern with a question mark may fit. */
const fits = (pattern: string, one: string): boolean => pattern.includes("?") || isNamedBy(pattern, one);
