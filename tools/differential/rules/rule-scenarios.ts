import type { KubeObject } from "../../../src/api/meta.ts";
import type { Json, JsonObject } from "../../../src/json/value.ts";
import { builtinResources } from "../../../src/resources/kinds/index.ts";
import type { PlacedStatement } from "../../../src/resources/rules/rule.ts";
import { collectionOf, nameOf, RESOURCES, type Resource } from "../kinds/resources.ts";
import { sampleOf } from "../kinds/samples.ts";
import { isOnlyTried } from "../kinds/tame.ts";
import { fieldsOf, messageIn } from "../kinds/types.ts";
import { Scenario } from "../scenarios/scenario.ts";
import { MORE_BASES } from "./bases.ts";
import { bordersOf, TEXTS, valuesOf } from "./candidates.ts";
import { outcomeOf, stored, type Target } from "./outcomes.ts";

/** A value at a place of a body. Null: without the field. */
interface Change {
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

/** A request of a table: changes of a base, and the errors that this server finds. */
export interface Try {
  readonly changes: readonly Change[];
  /** The field as the rules name it: `spec.drivers[].nodeID`. */
  readonly field: string;
  readonly verb: "create" | "update";
  /** Empty: the request is valid. */
  readonly outcome: string;
}

/** Tries of one base object of a kind. */
export interface BaseTries {
  readonly base: JsonObject;
  readonly tries: readonly Try[];
}

const MOST_DEPTH = 8;

/** Large types, whose kinds have their own scenarios. */
const OPEN_TYPES = new Set([
  "core/v1.PersistentVolumeSpec",
  "core/v1.PodTemplateSpec",
  "core/v1.PersistentVolumeClaim",
  "batch/v1.JobTemplateSpec",
]);

/** Kinds that are not stored, that are too large, or that need more than one object. */
const UNSUITED =
  /^(Binding|ComponentStatus|CustomResourceDefinition|Namespace|PersistentVolume|Pod|PodTemplate|PriorityLevelConfiguration|Service|.*Review)$/;

const isSuited = ({ hub }: { readonly hub: { readonly kind: string } }): boolean => !UNSUITED.test(hub.kind);

const DEFINITIONS = builtinResources({ v1beta1Registration: false });

/** Kinds whose validation is a table, in the version in which their rules name fields. */
export const RULED: readonly { readonly resource: Resource; readonly target: Target }[] = DEFINITIONS.flatMap(
  (definition) => {
    const kind = definition.versions.find(({ version }) => version === definition.hub.version);
    const resource = RESOURCES.find(
      ({ plural, apiVersion }) =>
        plural === definition.plural &&
        apiVersion.endsWith(definition.hub.version) &&
        apiVersion.startsWith(definition.group),
    );
    if (kind === undefined || resource === undefined || !isSuited(definition)) return [];
    return [{ resource, target: { kind, resource: definition } }];
  },
);

/** The requests of a kind: for each field the values with different results, first those at the borders of its rules. */
export function triesOf({ resource, target }: (typeof RULED)[number]): readonly BaseTries[] {
  const known = new Set<string>();
  const more = MORE_BASES[resource.kind] ?? [];
  const walks = [...more, ...resource.bases].map((fields) => {
    const namespace = resource.namespaced ? { namespace: "{{ns}}" } : {};
    return new BaseWalk(target, { metadata: { name: nameOf(resource), ...namespace }, ...fields }, known);
  });
  for (const walk of walks) walk.walk();
  for (const walk of walks) walk.walkAbsent();
  walks[0]?.walkNames();
  return walks;
}

class BaseWalk implements BaseTries {
  readonly base: JsonObject;
  readonly tries: Try[] = [];
  readonly #target: Target;
  readonly #known: Set<string>;
  readonly #old: KubeObject;
  readonly #rules: readonly PlacedStatement[];
  #addsParts = false;

  constructor(target: Target, base: JsonObject, known: Set<string>) {
    this.#target = target;
    this.base = base;
    this.#known = known;
    this.#old = stored(target, base);
    this.#rules = target.resource.strategy.rules ?? [];
  }

  /** Tries all fields of values that the base has. */
  walk(): void {
    const type = this.#target.kind.shape.typeName ?? "";
    for (const { name } of fieldsOf(type))
      if (name !== "metadata" && name !== "status") this.#field(type, name, [], [], "");
  }

  /** Tries names of new objects. */
  walkNames(): void {
    for (const value of TEXTS) {
      const changes = [{ path: ["metadata", "name"], value }];
      this.#keep(
        "create",
        changes,
        "metadata.name",
        outcomeOf(this.#target, changed(this.base, changes)),
        false,
      );
    }
  }

  /** Tries all fields of values that no base has. */
  walkAbsent(): void {
    this.#addsParts = true;
    this.walk();
  }

  #fields(type: string, before: readonly Change[], path: Change["path"], place: string): void {
    if (path.length > MOST_DEPTH) return;
    for (const { name } of fieldsOf(type)) this.#field(type, name, before, path, place);
  }

  #field(owner: string, name: string, before: readonly Change[], above: Change["path"], place: string): void {
    const type = fieldsOf(owner).find((field) => field.name === name)?.type;
    if (type === undefined) return;
    const path = [...above, name];
    const field = place === "" ? name : `${place}.${name}`;
    const borders = this.#rules.flatMap((rule) => (rule.path === field ? bordersOf(rule.statement) : []));
    const values = [...borders, ...valuesOf(type, name)];
    const isKnown = this.#addsParts && before.length === 0;
    for (const [index, value] of isKnown ? [] : values.entries())
      this.#try([...before, { path, value }], field, index < borders.length);
    const message = messageIn(type);
    if (message === undefined || OPEN_TYPES.has(message) || type.kind === "map") return;
    const inner = type.kind === "list" ? [...path, 0] : path;
    const present = before.length === 0 && memberAt(this.base, inner) !== undefined;
    if (!present && (!this.#addsParts || this.#known.has(field))) return;
    this.#known.add(field);
    const sample = sampleOf(message) ?? {};
    const set = present ? [] : [{ path, value: type.kind === "list" ? [sample] : sample }];
    this.#fields(message, [...before, ...set], inner, type.kind === "list" ? `${field}[]` : field);
  }

  #try(changes: readonly Change[], field: string, isBorder: boolean): void {
    const body = changed(this.base, changes);
    this.#keep("create", changes, field, outcomeOf(this.#target, body), isBorder);
    this.#keep("update", changes, field, outcomeOf(this.#target, body, this.#old), isBorder);
  }

  #keep(
    verb: Try["verb"],
    changes: readonly Change[],
    field: string,
    outcome: string | undefined,
    isBorder: boolean,
  ): void {
    if (outcome === undefined) return;
    const key = JSON.stringify([
      verb,
      field,
      outcome,
      isBorder && outcome === "" ? changes.at(-1)?.value : "",
    ]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.tries.push({ changes, field, verb, outcome });
  }
}

function memberAt(value: Json, path: Change["path"]): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, step) => (at as Record<string | number, Json> | undefined)?.[step],
    value,
  );
}

function changed(base: JsonObject, changes: readonly Change[]): JsonObject {
  const body = structuredClone(base);
  for (const { path, value } of changes) {
    let at: Record<string | number, Json> = body as never;
    for (const step of path.slice(0, -1)) {
      if (typeof at[step] !== "object" || at[step] === null) at[step] = {};
      at = at[step] as never;
    }
    const last = path.at(-1) ?? "";
    if (value === null) delete at[last];
    else at[last] = structuredClone(value);
  }
  return body;
}

/** One scenario for each kind, made when it is played: creates and updates that are not stored. */
export const RULE_SCENARIOS: readonly Pick<Scenario, "name" | "toCase">[] = RULED.map((ruled) => {
  const { resource } = ruled;
  const name = `rules-${resource.apiVersion.replace("/", "-")}-${resource.plural}`;
  return {
    name,
    toCase() {
      const s = new Scenario(name);
      for (const { base, tries } of triesOf(ruled)) sendTries(s, resource, base, tries);
      return s.toCase();
    },
  };
});

const DRY = [["dryRun", "All"]] as const;

function sendTries(s: Scenario, resource: Resource, base: JsonObject, tries: readonly Try[]): void {
  const path = collectionOf(resource);
  const { apiVersion, kind } = resource;
  const named = { apiVersion, kind, ...base };
  for (const { verb, changes } of tries) if (verb === "create") s.post(path, changed(named, changes), DRY);
  if (isOnlyTried(resource)) return;
  const object = `${path}/${nameOf(resource)}`;
  s.post(path, named);
  for (const { verb, changes } of tries)
    if (verb === "update") s.patch("json", object, operations(named, changes), DRY);
  s.delete(object);
}

function operations(base: JsonObject, changes: readonly Change[]): Json[] {
  return changes.flatMap(({ path, value }, index) => {
    const pointer = `/${path.join("/")}`;
    if (value !== null) return [{ op: "add", path: pointer, value }];
    const isPresent = memberAt(changed(base, changes.slice(0, index)), path) !== undefined;
    return isPresent ? [{ op: "remove", path: pointer }] : [];
  });
}
