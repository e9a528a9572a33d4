import { type GroupVersionKind, kindIn } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { fieldType, VARIABLES_TYPE } from "../../../cel/kubernetes/composition.ts";
import { admissionEnvironment } from "../../../cel/kubernetes/environment.ts";
import { analyze } from "../../../cel/program.ts";
import {
  type Environment,
  extendEnvironment,
  type ObjectFields,
  withObject,
} from "../../../cel/types/environment.ts";
import { type CelType, DYN } from "../../../cel/types/types.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../../json/value.ts";
import type { Registry } from "../../../resources/registry.ts";
import { checkedType, type DeclaredType } from "../../../schema/rules/declared-type.ts";
import { kindType } from "./kind-type.ts";
import { matchedKinds } from "./matched-kinds.ts";

/** One line of `status.typeChecking.expressionWarnings`. */
export interface ExpressionWarning {
  /** `spec.validations[0].expression` */
  readonly fieldRef: string;
  /** A paragraph for each kind that the expression does not fit. */
  readonly warning: string;
}

/**
 * Type-checks the validations of a ValidatingAdmissionPolicy (as stored) and their messages against the types
 * of the objects that they match, and of the parameters. Kinds that are not served are ignored. The texts are
 * the reference's (apiserver, policy/validating/typechecking.go); the names of object types end in a random
 * number there and here.
 */
export function expressionWarnings(
  policy: KubeObject,
  registry: Registry,
  chance: () => number,
): ExpressionWarning[] {
  const spec = record(policy.spec);
  const checks = typeChecks(policy, registry, chance);
  const warningsAt = (expression: Json | undefined, fieldRef: string): ExpressionWarning[] => {
    const texts = checks.flatMap((check) => check(text(expression)) ?? []);
    return texts.length === 0 ? [] : [{ fieldRef, warning: texts.join("\n") }];
  };
  return records(spec.validations).flatMap(({ expression, messageExpression }, i) => [
    ...warningsAt(expression, `spec.validations[${i}].expression`),
    ...(text(messageExpression) === ""
      ? []
      : warningsAt(messageExpression, `spec.validations[${i}].messageExpression`)),
  ]);
}

/** Returns the problem of an expression for the objects of one kind, or undefined if there is none. */
type TypeCheck = (expression: string) => string | undefined;

function typeChecks(policy: KubeObject, registry: Registry, chance: () => number): TypeCheck[] {
  const spec = record(policy.spec);
  const paramKind = isJsonObject(spec.paramKind) ? gvkOf(spec.paramKind) : undefined;
  const found = paramKind && registry.findKind(paramKind.group, paramKind.version, paramKind.kind);
  const params = paramKind && { kind: paramKind.kind, declared: found && kindType(found) };
  return matchedKinds(policy, registry).flatMap((matched) => {
    const { kind } = matched;
    const declared = kindType(matched);
    if (declared === undefined) return [];
    const environment = typedEnvironment({ kind: kind.kind, declared }, params, chance);
    const withVariables = addVariables(environment, records(spec.variables));
    const name = `${kind.group}/${kind.version}, Kind=${kind.kind}`;
    return [
      (expression) => {
        const analyzed = analyze(expression, withVariables);
        return analyzed.kind === "issues" ? `${name}: ${analyzed.text}\n` : undefined;
      },
    ];
  });
}

interface TypedKind {
  readonly kind: string;
  /** Undefined if the type is unknown; then all fields are allowed. */
  readonly declared: DeclaredType | undefined;
}

interface Made {
  readonly name: string;
  readonly environment: Environment;
}

/** The last environment of each kind, without parameters: many policies are for the same kinds. */
const made = new WeakMap<DeclaredType, Made>();

/** Returns the environment of policy expressions, but with types for objects and parameters. */
function typedEnvironment(
  object: TypedKind,
  params: TypedKind | undefined,
  chance: () => number,
): Environment {
  const name = typeName(object, chance);
  const { declared } = object;
  if (params !== undefined || declared === undefined)
    return environmentOf({ ...object, name }, params && { ...params, name: typeName(params, chance) });
  const last = made.get(declared);
  if (last?.name === name) return last.environment;
  const environment = environmentOf({ ...object, name });
  made.set(declared, { name, environment });
  return environment;
}

const typeName = ({ kind }: TypedKind, chance: () => number): string =>
  `${kind}${Math.floor(chance() * 1e9)}`;

interface NamedKind extends TypedKind {
  /** Name of its type. */
  readonly name: string;
}

function environmentOf(object: NamedKind, params?: NamedKind): Environment {
  const objects: Record<string, ObjectFields> = {};
  const typed = ({ name, declared }: NamedKind): CelType =>
    declared === undefined ? DYN : checkedType(declared, name, objects);
  const type = typed(object);
  const variables: Record<string, CelType> = { object: type, oldObject: type };
  if (params !== undefined) variables.params = typed(params);
  return extendEnvironment(admissionEnvironment({ requestResource: false }), { variables, objects });
}

/**
 * Adds the variables. Each variable sees those before it. The problem of a variable is only reported at the
 * variable itself.
 */
function addVariables(environment: Environment, variables: readonly JsonObject[]): Environment {
  const fields: Record<string, CelType> = Object.create(null);
  const all = withObject(environment, "variables", VARIABLES_TYPE, fields);
  for (const { name, expression } of variables) {
    const analyzed = analyze(text(expression), all);
    fields[text(name)] = analyzed.kind === "checked" ? fieldType(analyzed.checked.type) : DYN;
  }
  return all;
}

function gvkOf({ apiVersion, kind }: JsonObject): GroupVersionKind {
  return kindIn(text(apiVersion), text(kind));
}
