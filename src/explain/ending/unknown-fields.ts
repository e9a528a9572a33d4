import { isJsonObject, type Json } from "../../json/value.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { nearest, plain } from "../near.ts";
import { pathOfField } from "../refused/field-path.ts";
import { shapeAt } from "../refused/shape-at.ts";
import { type Path, valueAt } from "../sources.ts";
import { directiveHint, kindsWith } from "./field-of-others.ts";

type Known = Pick<FoundKind, "kind"> | undefined;

/** A field that the server does not know, and the field that was probably meant. */
export interface UnknownField {
  readonly path: Path;
  readonly message: string;
  /** Name of the field that was probably meant; empty if no known name is similar. */
  readonly near: string;
}

/** The object that has an unknown field, and the kinds that may have it. */
export interface Around {
  readonly object?: Json | undefined;
  readonly registry?: Registry;
}

/** Parses the unknown fields in a warning or a refusal: `unknown field "spec.x", unknown field "spec.y"`. */
export function unknownFields(text: string, found: Known, around: Around = {}): UnknownField[] {
  return [...text.matchAll(/unknown field "([^"]+)"/g)].map(([, field = ""]) =>
    unknownField(field, found, around),
  );
}

/**
 * A field that the kind does not have, with the most similar one that it has. `near` is empty if there is none, or
 * the kind is not known.
 */
export function unknownField(field: string, found: Known, around: Around = {}): UnknownField {
  const path = withWholeName(keyWithDots(pathOfField(field), around.object), found);
  const name = String(path.at(-1) ?? "");
  const known = fieldsAt(path.slice(0, -1), found);
  const near =
    meantFor(name, known) ??
    nearest(name, known) ??
    nestedFor(name, path, found) ??
    sameStem(path, known, found, around.object) ??
    "";
  const hint = near === "" ? elsewhereHint(path, found, around) : `: "${near}" is probably meant`;
  return { path, near, message: `unknown field "${field}"${hint}` };
}

/** The place of a key that has dots itself in the object, such as `service.name` for service and name. */
function keyWithDots(told: Path, object: Json | undefined): Path {
  const at = told.findIndex((_, index) => valueAt(object, told.slice(0, index + 1)) === undefined);
  const whole = [...told.slice(0, at), told.slice(at).join(".")];
  return at >= 0 && valueAt(object, whole) !== undefined ? whole : told;
}

/** A field that the kind does not have may have dots in its name: `metadata.example.com/team`. */
function withWholeName(path: Path, found: Known): Path {
  const at = path.findIndex((_, index) => shapeAt(path.slice(0, index + 1), found) === undefined);
  return found === undefined || at < 0 ? path : [...path.slice(0, at), path.slice(at).join(".")];
}

/**
 * Returns the field that has this meaning here: it has another name in a related kind, or is one level
 * deeper.
 */
function meantFor(name: string, known: readonly string[]): string | undefined {
  const others: Readonly<Record<string, string>> = {
    matchResources: "matchConstraints",
    matchConstraints: "matchResources",
    rules: "resourceRules",
    verbs: "operations",
    operations: "verbs",
  };
  const other = others[name];
  if (other !== undefined && known.includes(other)) return other;
  const isSelector = known.length === 2 && known.includes("matchLabels");
  return isSelector && nearest(name, known) === undefined ? "matchLabels" : undefined;
}

/** The only field that is the same without the ending of a reference: `policyName` for policy, `secretRef` for secretName. */
function sameStem(
  path: Path,
  known: readonly string[],
  found: Known,
  object: Json | undefined,
): string | undefined {
  const stem = stemOf(String(path.at(-1) ?? ""));
  const [only, ...more] = known.filter((one) => stemOf(one) === stem);
  if (only === undefined || more.length > 0) return undefined;
  const kind = shapeAt([...path.slice(0, -1), only], found)?.kind;
  return isJsonObject(valueAt(object, path)) === (kind === "object" || kind === "map") ? only : undefined;
}

const stemOf = (name: string): string => plain(name.replace(REFERENCE, ""));
const REFERENCE = /(?:Name|Ref)s?$/;

/** A field of a field, whose names together are the name: `service.port` for servicePort. */
function nestedFor(name: string, path: Path, found: Known): string | undefined {
  for (let i = 1; i < name.length; i++) {
    const [outer, inner] = [name.slice(0, i), name.charAt(i).toLowerCase() + name.slice(i + 1)];
    if (/^[A-Z]/.test(name.slice(i)) && has([...path.slice(0, -1), outer], inner, found))
      return `${outer}.${inner}`;
  }
  return undefined;
}

/** Fields of earlier versions of an API, with what takes their place. */
const REMOVED: Readonly<Record<string, string>> = {
  "Service.topologyKeys": "was removed in Kubernetes 1.22: spec.trafficDistribution takes its place",
  "Ingress.backend": "is of an earlier version of the API: spec.defaultBackend takes its place",
  "CustomResourceDefinition.validation":
    "is of an earlier version of the API: each version has its schema.openAPIV3Schema",
  "CustomResourceDefinition.version": "is of an earlier version of the API: spec.versions takes its place",
  "DaemonSet.replicas": "is of other kinds: a DaemonSet runs one pod on each node that fits",
  "HorizontalPodAutoscaler.targetCPUUtilizationPercentage":
    "is of autoscaling/v1: spec.metrics takes its place",
};

/** Says that a field belongs to an earlier version, or to another place in the object; empty if that is not known. */
function elsewhereHint(path: Path, found: Known, { object, registry }: Around): string {
  const name = String(path.at(-1) ?? "");
  const directive = directiveHint(name);
  if (directive !== "") return directive;
  const removed =
    path[0] === "spec" && path.length === 2 ? REMOVED[`${found?.kind.kind}.${name}`] : undefined;
  if (removed !== undefined) return `: it ${removed}`;
  if (path.includes("openAPIV3Schema")) return ": fields of an object belong into its properties";
  const parent = path.slice(0, -1);
  if (name.includes(".") && shapeAt([...parent, ...name.split(".")], found) !== undefined)
    return `: "${name}" is one key with dots, and has to be nested fields`;
  if (parent.at(-1) === "metadata" && name.includes("/"))
    return ": such names belong into metadata.labels or metadata.annotations";
  if (parent.length === 0 && has(["metadata"], name, found)) return `: metadata.${name} is probably meant`;
  const place =
    placeBelow(name, parent, found, object) ??
    placeAbove(name, parent, found, object) ??
    placeBeside(name, parent, found);
  if (place !== undefined) return `: ${place}.${name} is probably meant`;
  const isAmount = typeof valueAt(object, path) !== "object";
  if (isAmount && shapeAt([...parent, "requests"], found)?.kind === "map")
    return `: an amount belongs into requests or limits: ${String(parent.at(-1))}.requests.${name}`;
  return registry === undefined ? "" : kindsWith(path, found, registry);
}

const DEEPEST = 3;

/** Lists whose items are like those of another one. */
const LIKE_OTHERS: ReadonlySet<string> = new Set(["initContainers", "ephemeralContainers"]);

/**
 * The only place below a part of an object that has a field of this name: `spec.affinity`, `spec.containers[]`; of several,
 * the only one that is in the object.
 */
function placeBelow(name: string, from: Path, found: Known, object: Json | undefined): string | undefined {
  let paths: Path[] = [from];
  for (let depth = 0; depth < DEEPEST; depth++) {
    paths = paths.flatMap((path) => partsBelow(path, found));
    const here = paths.filter((path) => has(path, name, found));
    const [only, ...more] =
      here.length > 1 ? here.filter((path) => valueAt(object, path) !== undefined) : here;
    if (here.length > 0)
      return only === undefined || more.length > 0
        ? undefined
        : only
            .map((part) => (part === 0 ? "[]" : `.${part}`))
            .join("")
            .slice(1);
  }
  return undefined;
}

/** The objects in an object, and the items of its lists. */
function partsBelow(path: Path, found: Known): Path[] {
  return fieldsAt(path, found).flatMap((field): Path[] => {
    const inside = [...path, field];
    const shape = shapeAt(inside, found);
    if (shape?.kind === "object") return [inside];
    return shape?.kind === "list" && shape.item.kind === "object" && !LIKE_OTHERS.has(field)
      ? [[...inside, 0]]
      : [];
  });
}

/** The nearest part around, without the whole object, that has a field of this name. */
function placeAbove(name: string, from: Path, found: Known, object: Json | undefined): string | undefined {
  for (let length = from.length - 1; length > 0; length--) {
    const around = from.slice(0, length);
    if (!has(around, name, found)) continue;
    const isFree = valueAt(object, [...around, name]) === undefined;
    return isFree ? around.join(".").replaceAll(/\.(\d+)/g, "[$1]") : undefined;
  }
  return undefined;
}

/** The only part of the same name nearby that has the field: `spec.containers[].securityContext` for that of the pod. */
function placeBeside(name: string, parent: Path, found: Known): string | undefined {
  const own = parent.at(-1);
  if (typeof own !== "string") return undefined;
  for (let length = parent.length - 1; length > 0; length--) {
    const around = parent.slice(0, length);
    const others = [around, ...partsBelow(around, found)].map((part) => [...part, own]);
    const [only, ...more] = others.filter((part) => has(part, name, found));
    if (only !== undefined) return more.length === 0 ? only.join(".").replaceAll(".0", "[]") : undefined;
  }
  return undefined;
}

const has = (path: Path, name: string, found: Known): boolean => fieldsAt(path, found).includes(name);

function fieldsAt(path: Path, found: Known): string[] {
  const shape = shapeAt(path, found);
  return shape?.kind === "object" ? [...shape.fields.keys()] : [];
}

/** True if a schema declares no fields at all for an object, so that it loses all that is written there. */
export const isEmpty = (path: Path, found: Known): boolean => fieldsAt(path, found).length === 0;
