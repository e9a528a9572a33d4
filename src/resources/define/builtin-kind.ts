import { formatGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { NumberLiterals } from "../../json/parse/number-literals.ts";
import type { JsonObject } from "../../json/value.ts";
import { decodeTyped } from "../../types/decode/decode.ts";
import { ConversionError } from "../../types/decode/decode-error.ts";
import type { DecodeProblems } from "../../types/decode/decode-problems.ts";
import { type Arranged, arrangeTyped } from "../../types/go-order.ts";
import { builtinShape } from "../../types/notation/shapes.ts";
import type { ObjectShape } from "../../types/shape.ts";
import type { Cell, Column, KindDefinition } from "../kind.ts";
import { type ShownColumn, type TableFacts, tableOf } from "./column.ts";
import { type Converter, sameFields } from "./converter.ts";
import type { ApplyDefaults } from "./fill.ts";
import { pluralOf } from "./plural-of.ts";
import type { ResourceFacts, VersionFacts } from "./resource-facts.ts";
import { unknownLabel, unsupportedLabel } from "./selectable-fields.ts";

const NOTHING: ApplyDefaults = () => {};

const inTurn =
  (first: ApplyDefaults, second: ApplyDefaults): ApplyDefaults =>
  (object) => {
    first(object);
    second(object);
  };

/**
 * A version of a built-in kind. Its shape and its table are built at the first access, to keep the start of
 * the server fast.
 */
export class BuiltinKind implements KindDefinition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>;
  readonly unknownFieldSelector: (label: string) => string;
  readonly namespaceSelectable: boolean;
  declare readonly indexedFields?: readonly string[];
  declare readonly deprecationWarning?: string;
  declare readonly since?: number;
  declare readonly removed?: number;
  readonly applyDefaults: ApplyDefaults;
  readonly fillDefaults: ApplyDefaults;
  declare readonly roundTrip?: (object: KubeObject) => void;
  declare readonly rowConditions?: NonNullable<KindDefinition["rowConditions"]>;
  declare readonly rowOrder?: NonNullable<KindDefinition["rowOrder"]>;
  declare readonly innerForm?: NonNullable<KindDefinition["innerForm"]>;
  /** Name of the type in the tables of fields: `apps/v1.Deployment`. */
  readonly #type: string;
  readonly #converter: Converter | undefined;
  readonly #conversionProblem: ResourceFacts["conversionProblem"];
  readonly #shown: readonly ShownColumn[];
  #table: TableFacts | undefined;

  /** `hub` is absent if this version is the hub. */
  constructor(facts: ResourceFacts, version: VersionFacts, hub?: KindDefinition) {
    const {
      group,
      kind,
      plural = pluralOf(kind),
      selectableFields,
      rowConditions,
      rowOrder,
      innerForm,
    } = facts;
    this.group = group;
    this.version = version.version;
    this.kind = kind;
    this.plural = plural;
    this.singular = kind.toLowerCase();
    this.listKind = `${kind}List`;
    this.shortNames = facts.shortNames ?? [];
    this.categories = facts.categories ?? [];
    this.selectableFields = new Map(Object.entries(selectableFields ?? {}));
    const { unknownFieldSelector = selectableFields === undefined ? unknownLabel : unsupportedLabel } = facts;
    this.unknownFieldSelector = (label) => unknownFieldSelector(label, version.version);
    this.namespaceSelectable = facts.namespaceSelectable ?? true;
    if (facts.indexedFields !== undefined) this.indexedFields = facts.indexedFields;
    if (version.deprecated !== undefined) this.deprecationWarning = warningAbout(facts, version);
    if (version.since !== undefined) this.since = version.since;
    if (version.removed !== undefined) this.removed = version.removed;
    if (rowConditions !== undefined) this.rowConditions = rowConditions;
    if (rowOrder !== undefined) this.rowOrder = rowOrder;
    if (innerForm !== undefined) this.innerForm = innerForm;
    const { defaults = NOTHING, roundTrip } = version;
    this.fillDefaults = defaults;
    this.applyDefaults = roundTrip === undefined ? defaults : inTurn(defaults, roundTrip);
    if (roundTrip !== undefined) this.roundTrip = roundTrip;
    this.#type = `${group.split(".")[0] || "core"}/${version.version}.${kind}`;
    this.#conversionProblem = facts.conversionProblem;
    this.#converter =
      hub && (version.converter ?? sameFields(formatGroupVersion(this), formatGroupVersion(hub)));
    this.#shown = facts.columns;
  }

  get #tableFacts(): TableFacts {
    this.#table ??= tableOf(this.#shown);
    return this.#table;
  }

  get columns(): readonly Column[] {
    return this.#tableFacts.columns;
  }

  get shape(): ObjectShape {
    return builtinShape(this.#type);
  }

  decode(value: JsonObject, problems?: DecodeProblems, literals?: NumberLiterals): KubeObject {
    const object = decodeTyped(value, this.shape, problems, literals) as KubeObject;
    const problem = this.#conversionProblem?.(object);
    if (problem !== undefined) throw new ConversionError(problem);
    return object;
  }

  arrange(object: KubeObject): Arranged {
    return arrangeTyped(object, this.shape);
  }

  toHub(object: KubeObject): KubeObject {
    return this.#converter?.toHub(object) ?? object;
  }

  fromHub(object: KubeObject): KubeObject {
    return this.#converter?.fromHub(object) ?? object;
  }

  cells(object: KubeObject, now: number): readonly Cell[] {
    return this.#tableFacts.cells(this.toHub(object), now);
  }
}

/** Returns the warning about a deprecated version (apiserver/pkg/endpoints/deprecation/deprecation.go, WarningMessage). */
function warningAbout({ group, kind }: ResourceFacts, facts: VersionFacts): string {
  const { version, deprecated = "", removed, namesReplacement = false } = facts;
  if (typeof deprecated === "string") return deprecated;
  const replacement = namesReplacement ? `; use ${group}/v1 ${kind}` : "";
  return `${group}/${version} ${kind} is deprecated in v1.${deprecated}+, unavailable in v1.${removed}+${replacement}`;
}
