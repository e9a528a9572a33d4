import type { JsonSchema } from "../../../../../schema/json-schema.ts";
import { type DeclaredType, declaredType } from "../../../../../schema/rules/declared-type.ts";
import { escapeName } from "../../../../../schema/rules/names.ts";

type TypeInfo = { readonly declared: DeclaredType } | { readonly problem: string };

const NO_TYPE = "unable to convert structural schema to CEL declarations";

/** The enclosing schema, and the function that derives the type of the inner values from its type. */
interface Parent {
  readonly scope: RuleScope;
  child(declared: DeclaredType): DeclaredType | undefined;
}

/**
 * Facts about a schema that its rules need: the number of its values, and their type. If an enclosing schema
 * has rules too, the type is a part of that schema's type (apiextensions validation, CELSchemaContext).
 */
export class RuleScope {
  readonly #schema: JsonSchema;
  readonly #parent: Parent | undefined;
  /** Greatest number of values; undefined if an enclosing list or map has no bound. */
  readonly cardinality: number | undefined;
  /** True if this schema or an enclosing one has rules. */
  readonly hasRules: boolean;
  #typeInfo: TypeInfo | undefined;

  private constructor(schema: JsonSchema, parent?: Parent) {
    this.#schema = schema;
    this.#parent = parent;
    this.hasRules = (schema.validations?.length ?? 0) > 0 || (parent?.scope.hasRules ?? false);
    this.cardinality = parent === undefined ? 1 : times(parent.scope.cardinality, parent.scope.#multiplies);
  }

  static root(schema: JsonSchema): RuleScope {
    return new RuleScope(schema);
  }

  property(name: string, schema: JsonSchema): RuleScope {
    const known = this.#schema.properties !== undefined;
    const child = ({ fields }: DeclaredType): DeclaredType | undefined =>
      known ? fields?.get(escapeName(name) ?? "") : undefined;
    return new RuleScope(schema, { scope: this, child });
  }

  /** Scope of the elements of a list or the values of a map. */
  element(schema: JsonSchema): RuleScope {
    return new RuleScope(schema, { scope: this, child: ({ element }) => element });
  }

  /**
   * Greatest number of elements or entries in one value of this schema; undefined if there is no bound, 1 for
   * other types.
   */
  get #multiplies(): number | undefined {
    const { type, additionalProperties, maxProperties, maxItems } = this.#schema;
    const bound = (most: number | undefined): number | undefined =>
      most === undefined ? undefined : Math.max(0, most);
    if (type === "array") return bound(maxItems);
    return type === "object" && additionalProperties !== undefined ? bound(maxProperties) : 1;
  }

  get typeInfo(): TypeInfo {
    this.#typeInfo ??= this.#findTypeInfo();
    return this.#typeInfo;
  }

  #findTypeInfo(): TypeInfo {
    const around = this.#parent?.scope.hasRules ? this.#parent.scope.typeInfo : undefined;
    if (around !== undefined && "problem" in around) return around;
    const known = around && this.#parent?.child(around.declared);
    if (known !== undefined) return { declared: known };
    const isResource = this.#parent === undefined || this.#schema.embeddedResource;
    const declared = declaredType(this.#schema, isResource);
    return declared === undefined ? { problem: NO_TYPE } : { declared };
  }
}

const times = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a * b;
