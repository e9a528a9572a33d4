import { type JsonObject, record, text } from "../../json/value.ts";
import { podTemplate } from "../pods/pod-template.ts";
import type { Words } from "./told-words.ts";

/** Shorter names are in many texts by chance. */
const SHORTEST = 4;

/** True if the text names the object, one of its pods, or the webhook of a policy. */
export function isNamed(object: JsonObject, { names, message, pods }: Words): boolean {
  const name = text(record(object.metadata).name);
  if (name.length < SHORTEST && !message.includes(`"${name}"`)) return false;
  // A policy engine may name its webhooks by the scope and the name of the policy.
  const isPolicy = text(object.kind).endsWith("Policy");
  return (
    names.has(name) ||
    (pods.some((pod) => isPodOf(name, pod)) && podTemplate(object) !== undefined) ||
    (isPolicy &&
      [...names].some((one) => one.replace(/\.kubewarden\.admission$/, "").endsWith(`wide-${name}`)))
  );
}

/** Pods of a workload: its name, and one or two parts made by controllers. */
export const isPodOf = (name: string, pod: string): boolean =>
  pod.startsWith(`${name}-`) && pod.slice(name.length + 1).split("-").length <= 2;

/** Short names of kinds in the texts of webhooks. */
const SHORT: Readonly<Record<string, string>> = {
  hpa: "HorizontalPodAutoscaler",
  pdb: "PodDisruptionBudget",
  pvc: "PersistentVolumeClaim",
  sc: "StorageClass",
};

/** True if the text has the kind of the object before its name: `by the hpa 'web'`, `in ingress shop/web`. */
export function isNamedByKind({ kind, metadata }: JsonObject, message: string): boolean {
  const { name, namespace } = record(metadata);
  const kinds = [text(kind).toLowerCase(), ...Object.keys(SHORT).filter((one) => SHORT[one] === kind)];
  const told = message.replaceAll(/['"`]/g, "");
  return kinds.some((one) =>
    [text(name), `${text(namespace)}/${text(name)}`].some((whole) =>
      told
        .split(`${one} ${whole}`)
        .slice(1)
        .some((after) => !/^[\w./-]*\w/.test(after)),
    ),
  );
}
