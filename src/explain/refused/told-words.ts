import { type JsonObject, record, text } from "../../json/value.ts";
import { productText } from "../message/products/product-texts.ts";
import { podTemplate } from "../pods/pod-template.ts";
import type { Path } from "../sources.ts";
import { REFERENCES } from "./references.ts";

/** The text of an error, and what is read from it once for all objects. */
export interface Words {
  readonly message: string;
  /** Words that can be names. */
  readonly names: ReadonlySet<string>;
  /** Names of pods: `pods "web-7d9f"`. */
  readonly pods: readonly string[];
  readonly fields: readonly Path[];
  /** Fields without a path: one that its reader does not know, or that is refused. */
  readonly keys: readonly string[];
  /** The field that the text of a product is about without naming it. */
  readonly productKey: string | undefined;
  /** Fields that the text says are true: `hostIPC=true`. */
  readonly set: readonly string[];
  readonly containers: readonly string[];
  readonly volumes: readonly string[];
  /** Objects that do not exist, whose names can be values of fields; kinds in the singular and lower case. */
  readonly missing: readonly { readonly kind: string; readonly name: string }[];
  /** Fields of a pod, each with the names that do not exist. */
  readonly references: readonly (readonly [field: string, names: readonly string[]])[];
}

/** Reads the text of an error. */
export function readWords(message: string): Words {
  const all = (pattern: RegExp): string[] => [...message.matchAll(pattern)].map(([, found = ""]) => found);
  return {
    message,
    names: namesIn(message.replaceAll(CONTAINERS, "")),
    pods: all(/\bpods "([^"]{1,253})"/g),
    fields: fieldsIn(message),
    keys: [
      ...all(/json: unknown field \\?"(\w+)\\?"/g),
      ...all(/field(?:s|\(s\)): \[([\w, ]{1,253})\]/g).flatMap((one) => one.split(", ")),
      ...all(/ is invalid: (\w{4,63}): (?:Invalid|Forbidden|Required|Unsupported)/g),
      ...all(/\b(?:attribute|property|section) ['"`]([\w-]{4,63})['"`]/g),
    ],
    productKey: productText(message).key,
    set: all(/(?<![.\w])(\w{6,63})=true\b/g),
    containers: [
      ...all(CONTAINERS).flatMap((one) => one.split(/[", ]+/)),
      ...all(OF_CONTAINERS).flatMap((one) => one.split(",")),
    ],
    volumes: all(/\bvolumes? ['"]?([\w-]{1,63})/g),
    missing: [
      ...message.matchAll(/\b([A-Za-z][\w-]{1,63})(?:\.[\w.-]{1,253})? "([^"]{1,253})" not found/g),
    ].map(([, kind = "", name = ""]) => ({ kind: kind.toLowerCase().replace(/(?<!s)s$/, ""), name })),
    references: REFERENCES.flatMap(([pattern, , field]) => {
      const [, name] = pattern.exec(message) ?? [];
      return name === undefined ? [] : [[field, name.split(" ")] as const];
    }),
  };
}

/** Words that can be names, also the last part of `Pod/default/web` and `default/web`. */
function namesIn(message: string): ReadonlySet<string> {
  const words = message.split(/[\s"'`,;:()[\]{}]+/).map((word) => word.replace(/\.$/, ""));
  return new Set(words.flatMap((word) => [word, word.split("/").at(-1) ?? ""]));
}

/** Containers after the word: `container web`, `containers "a", "b"`. */
const CONTAINERS = /\bcontainers? ((?:"[^"]{1,63}"(?:, )?)+|[\w-]+)/g;
/** Containers after a verdict: `container is not allowed: nginx,`, `must specify limits.cpu for: web`, `container <web>`. */
const OF_CONTAINERS =
  /(?:container(?: is)? not allowed: |must specify [\w.,-]{1,253} for: |[Cc]ontainer <)([\w,-]{1,253})/g;

/** Fields as `spec.a[0].b` and as `/spec/a/0/b`; those of a container without the begin, as OpenShift has them. */
const fieldsIn = (message: string): Path[] =>
  [
    ...message.matchAll(
      /\b(?:spec|data)(?:\.\w+|\[\d+\])+|\/(?:spec|data)(?:\/[\w.-]+)+|(?<=[ .])(?:init)?[cC]ontainers\[\d+\]\.\w+/g,
    ),
  ].map(([field]) => {
    const parts = field.split(field.startsWith("/") ? "/" : /[.[\]]+/).filter((part) => part !== "");
    const [first = "", index = "", last = ""] = parts;
    return /ontainers$/.test(first) ? ["spec", first, index, "securityContext", last] : parts;
  });

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
