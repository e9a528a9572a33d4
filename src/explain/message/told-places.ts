import { groupOf } from "../../api/group-version.ts";
import { type JsonObject, record, text } from "../../json/value.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import type { Cause } from "../cause.ts";
import type { Manifest } from "../offline/manifests.ts";
import type { ToldPlace } from "../refused/holders.ts";
import { REFERENCES } from "../refused/references.ts";
import { pathOfKey, pathsIn } from "../refused/told-paths.ts";
import { isNamed, isNamedByKind, readWords } from "../refused/told-words.ts";
import type { Path } from "../sources.ts";
import { limitsIn, place } from "./told-limits.ts";

/** Most places that a cause names. */
const MOST = 3;

/** Configurations, which are looked up by the name of the webhook or policy, and objects around the request. */
const OTHERS =
  /^(?:Namespace|CustomResourceDefinition|(?:Mutating|Validating)(?:WebhookConfiguration|AdmissionPolicy(?:Binding)?)|(?:Cluster)?Role(?:Binding)?|ServiceAccount)$/;

/** Kinds around the request whose keys products read. */
const READ_BY_PRODUCTS =
  /^(?:Namespace|(?:Cluster)?RoleBinding|(?:Mutating|Validating)WebhookConfiguration)$/;

/** An object among the manifests, and the places in it that the text of an error names. */
interface Told {
  readonly manifest: Manifest;
  readonly isNamed: boolean;
  /** True if the text names it with its kind. */
  readonly isByKind: boolean;
  readonly paths: readonly Path[];
}

/** Adds to a cause the objects among the manifests that the text of an error names, with the places in them. */
export function withPlaces(cause: Cause, message: string, manifests: readonly Manifest[]): Cause {
  const limits = limitsIn(message, manifests);
  // The fields of a conflict are whole in these places.
  const isTold = cause.code === "call-failed" || (limits.length > 0 && message.includes(CONFLICT));
  const others = isTold ? [] : namedPlaces(message, manifests, limits.length > 0);
  const places = [...new Map([...others, ...limits].map((one) => [one.says, one])).values()];
  const [first, ...more] = [...places.slice(0, MOST), ...missingAmong(message, manifests)];
  if (first === undefined) return cause;
  const rest = more.map(({ says, at }) => (at === "" ? says : `${says} (${at})`));
  return {
    ...cause,
    ...(cause.at === "" && { at: first.at }),
    message: [`${cause.message}; ${first.says}`, ...rest].join(", and "),
  };
}

/** `isLimited`: objects without places in them, which may have a name of the text by chance, are left out. */
function namedPlaces(message: string, manifests: readonly Manifest[], isLimited: boolean): ToldPlace[] {
  const words = readWords(message);
  const { productKey } = words;
  const [, kind, group, name] = INVALID.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
  const namesakes = manifests.filter(
    ({ object }) => name !== undefined && record(object.metadata).name === name,
  );
  const isMeant = ({ object }: Manifest): boolean =>
    object.kind === kind && (group === undefined || groupOf(object) === group);
  const isKnown = namesakes.some(isMeant);
  const isOther = (one: Manifest): boolean => isKnown && namesakes.includes(one) && !isMeant(one);
  const told = manifests
    .filter((one) => !isOther(one))
    .map((manifest): Told => {
      const { object } = manifest;
      if (OTHERS.test(text(object.kind))) {
        const isRead = productKey !== undefined && READ_BY_PRODUCTS.test(text(object.kind));
        const path = isRead ? pathOfKey(object, productKey) : undefined;
        return { manifest, isByKind: false, isNamed: false, paths: path === undefined ? [] : [path] };
      }
      const isByKind = message.includes(DENIED) && isNamedByKind(object, message);
      const isKnown = isByKind || isNamed(object, words);
      return { manifest, isByKind, isNamed: isKnown, paths: pathsIn(object, words, isKnown) };
    });
  return chosen(told)
    .filter(({ paths }) => paths.length > 0 || !isLimited)
    .flatMap(({ manifest, paths }) =>
      paths.length === 0 ? [place(manifest)] : paths.map((path) => place(manifest, path)),
    );
}

/** An object with its kind: one of another kind with the same name is not meant. */
const INVALID = /\b([A-Z]\w{1,62})(?:\.([\w.-]{1,253}))? "([^"]{1,253})" is invalid: /;
const DENIED = " denied the request: ";
const CONFLICT = "Apply failed with ";

/** The named objects with places, or the only object with places, and other named ones. */
function chosen(told: readonly Told[]): readonly Told[] {
  const placed = told.filter(({ paths }) => paths.length > 0);
  const named = told.filter(
    (one) => one.isNamed && (one.paths.length > 0 || one.isByKind || isCustom(one.manifest.object)),
  );
  const best = placed.some((one) => one.isNamed) ? placed.filter((one) => one.isNamed) : placed;
  return best.length > 1 && !best.every((one) => one.isNamed)
    ? named
    : [...best, ...named.filter((one) => !best.includes(one))];
}

/** True for objects such as constraints and policies: their names are in texts, and those of other kinds may be there by chance. */
const isCustom = ({ apiVersion }: JsonObject): boolean =>
  /^[\w-]+\.[\w.-]*\//.test(text(apiVersion)) && !text(apiVersion).includes("k8s.io/");

/** Objects of the kind that a pod lacks: those of another name, or in another namespace. */
function missingAmong(message: string, manifests: readonly Manifest[]) {
  const kind = REFERENCES.find(([pattern]) => pattern.test(message))?.[1];
  const others = manifests.filter(({ object }) => kind && object.kind === kind).slice(0, MOST);
  const [first] = others;
  if (first === undefined) return [];
  const named = others.map(({ object }) => {
    const { namespace, name } = record(object.metadata);
    return namespace === undefined ? text(name) : `${text(namespace)}/${text(name)}`;
  });
  return [{ says: `the manifests have ${kind} ${named.join(", ")}`, at: "" }];
}
