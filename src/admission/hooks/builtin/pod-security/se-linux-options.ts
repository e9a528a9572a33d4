import { containersOf } from "../../../../api/pods/pod-containers.ts";
import { type Json, type JsonObject, record, text } from "../../../../json/value.ts";
import { containersWhere, type PodCheck, plural, quoted, secured, settersText, sorted } from "./pod-check.ts";

const TYPES = ["", "container_t", "container_init_t", "container_kvm_t"];

/** Allows the known types, and neither a user nor a role. */
export function seLinuxOptions(moreTypes: readonly string[]): PodCheck {
  const types = new Set([...TYPES, ...moreTypes]);
  const isBad = (holder: JsonObject) => {
    const { type, user, role } = optionsOf(holder);
    return !types.has(text(type)) || isSet(user) || isSet(role);
  };
  return (pod) => {
    const setters = settersText(isBad(pod.spec), containersWhere(pod, isBad));
    if (setters === "") return undefined;
    const all = [pod.spec, ...containersOf(pod.spec)].map(optionsOf);
    const badTypes = sorted(all.map(({ type }) => text(type)).filter((type) => !types.has(type)));
    const problems = [
      ...(badTypes.length > 0 ? [`${plural("type", "types", badTypes)} ${quoted(badTypes)}`] : []),
      ...(all.some(({ user }) => isSet(user)) ? ["user may not be set"] : []),
      ...(all.some(({ role }) => isSet(role)) ? ["role may not be set"] : []),
    ];
    return {
      reason: "seLinuxOptions",
      detail: `${setters} set forbidden securityContext.seLinuxOptions: ${problems.join("; ")}`,
    };
  };
}

const optionsOf = (holder: JsonObject): JsonObject => record(secured(holder, "seLinuxOptions"));

const isSet = (value: Json | undefined): boolean => text(value) !== "";
