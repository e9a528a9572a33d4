import { formatGroupVersion } from "../../api/group-version.ts";
import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { NumberLiterals } from "../../json/number-literals.ts";
import type { ObjectShape } from "../../schema/shape.ts";
import type { Converter } from "../convert/converter.ts";
import { converterOf } from "../convert/converters.ts";
import type { Arranged, Cell, Column, DecodeProblems, KindDefinition } from "../kind.ts";
import { decodeTyped } from "../machine/decode/decode.ts";
import { arrangeTyped } from "../machine/go-order.ts";
import { builtinShape } from "../types/shapes.ts";
import { cellsOf } from "./cells/cells.ts";
import { podRowConditions } from "./cells/pod-row-conditions.ts";
import { type RowRules, rowRulesOf } from "./cells/row-rules.ts";
import { columnsOf } from "./columns/columns.ts";
import { defaultsOf } from "./defaults/defaults.ts";
import type { ApplyDefaults } from "./defaults/defaults-types.ts";
import { selectableFieldsOf } from "./field-selectors.ts";
import type { ResourceFacts } from "./kinds.ts";

/** Where the fields and the hub of a kind are to be found. */
export interface KindPlace {
  readonly group: string;
  readonly version: string;
  /** `core/v1` */
  readonly table: string;
  /** Absent: this version is the hub. */
  readonly hub?: KindDefinition;
  /** Group whose columns and cells count, where it is another one (events). */
  readonly shownAs?: string;
  readonly deprecated?: string;
}

/** A built-in kind; its shape is looked up when first asked for, so that starting costs nothing. */
export function builtinKind(facts: ResourceFacts, place: KindPlace): KindDefinition {
  return new BuiltinKind(facts, place);
}

class BuiltinKind implements KindDefinition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly columns: readonly Column[];
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>;
  readonly unknownFieldSelector: (label: string) => string;
  readonly namespaceSelectable: boolean;
  declare readonly deprecationWarning?: string;
  readonly applyDefaults: ApplyDefaults;
  declare readonly rowOrder?: NonNullable<RowRules["rowOrder"]>;
  declare readonly innerForm?: NonNullable<RowRules["innerForm"]>;
  readonly #typeName: string;
  readonly #converter: Converter | undefined;
  readonly #cells: (object: KubeObject, now: number) => readonly Cell[];

  constructor(facts: ResourceFacts, place: KindPlace) {
    const apiVersion = formatGroupVersion(place);
    this.group = place.group;
    this.version = place.version;
    this.kind = facts.kind;
    this.plural = facts.plural;
    this.singular = facts.kind.toLowerCase();
    this.listKind = `${facts.kind}List`;
    this.shortNames = facts.shortNames ?? [];
    this.categories = facts.categories ?? [];
    this.columns = columnsOf(place.shownAs ?? place.group, facts.plural);
    const selectable = selectableFieldsOf(apiVersion, facts.kind);
    this.selectableFields = selectable.fields;
    this.unknownFieldSelector = selectable.unknown;
    this.namespaceSelectable = selectable.namespace;
    const warning = place.deprecated ?? facts.deprecated;
    if (warning !== undefined) this.deprecationWarning = warning;
    Object.assign(this, rowRulesOf(place.shownAs ?? place.group, facts.plural));
    this.applyDefaults = defaultsOf(place.table, facts.kind);
    this.#typeName = `${place.table}.${facts.kind}`;
    this.#converter = place.hub && converterOf(apiVersion, facts.kind, formatGroupVersion(place.hub));
    this.#cells = cellsOf(place.shownAs ?? place.group, facts.plural);
  }

  get shape(): ObjectShape {
    return builtinShape(this.#typeName);
  }

  decode(value: JsonObject, problems?: DecodeProblems, literals?: NumberLiterals): KubeObject {
    return decodeTyped(value, this.shape, problems, literals) as KubeObject;
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

  rowConditions(object: KubeObject): readonly JsonObject[] | undefined {
    return this.kind === "Pod" ? podRowConditions(object) : undefined;
  }

  cells(object: KubeObject, now: number): readonly Cell[] {
    return this.#cells(this.toHub(object), now);
  }
}
