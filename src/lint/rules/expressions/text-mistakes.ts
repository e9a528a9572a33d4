import type { Expr } from "../../../cel/parse/ast.ts";
import { childrenOf } from "../../../cel/parse/walk.ts";
import { record, records } from "../../../json/value.ts";
import { type Expression, type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { fieldsOf } from "../../expressions/reads.ts";
import { isAbout } from "../../model/matched-rules.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Fields whose members, or which themselves, are quantities. */
const QUANTITY_MAPS: ReadonlySet<string> = new Set([
  "limits",
  "requests",
  "hard",
  "used",
  "capacity",
  "allocatable",
]);
const QUANTITIES: ReadonlySet<string> = new Set(["sizeLimit"]);
const ORDERED: ReadonlySet<string> = new Set(["_<_", "_<=_", "_>_", "_>=_"]);

/** Texts are compared letter by letter: "9Gi" is greater than "10Gi". */
const quantityAsText: Rule = {
  id: "quantity-as-text",
  severity: "warning",
  summary: "An expression compares a quantity with a text by < or >, which compares letters",
  check: (model) =>
    each(hooksWithExpressions(model), (expr, _isNegated, _use, hook) => {
      const isOwn = (one: Expr): boolean => isQuantity(one, hook);
      if (expr.kind !== "call" || !ORDERED.has(expr.name)) return undefined;
      const isOne = expr.args.some(isOwn) && expr.args.some((arg) => isOwn(arg) || isQuantityText(arg));
      if (!isOne) return undefined;
      return {
        message: 'it compares a quantity as a text, letter by letter: "9Gi" counts as greater than "10Gi"',
        fix: "quantity(a).isLessThan(quantity(b)), or isGreaterThan",
      };
    }),
};

/** True for a field that is a quantity, and for a variable with such a field. */
function isQuantity(expr: Expr, hook: Hook): boolean {
  const [field = "", map = "", ...more] = [...fieldsOf(expr)].reverse();
  if (map === "variables" && more.length === 0)
    return variableOf(field, hook).some((one) => isQuantity(one, hook));
  return QUANTITIES.has(field) || QUANTITY_MAPS.has(map);
}

/** The expression of a variable, which sees only variables before it. */
function variableOf(name: string, { of, expressions }: Hook): Expr[] {
  const index = records(record(of.object.spec).variables).findIndex((one) => one.name === name);
  return expressions.flatMap(({ use, path, expr }) =>
    use === "variable" && path[2] === index ? [expr] : [],
  );
}

const isQuantityText = (expr: Expr): boolean =>
  expr.kind === "literal" &&
  typeof expr.value === "string" &&
  /^\d+(?:\.\d+)?(?:m|k|[KMGTPE]i?)?$/.test(expr.value);

/** `matches` searches in the whole text, as RE2 does. A pattern that forbids is meant to do so. */
const unanchoredMatch: Rule = {
  id: "unanchored-match",
  severity: "info",
  summary:
    "An expression allows texts by a part of a host name or of an account, before or after which other texts may stand",
  check: (model) =>
    each(hooksWithExpressions(model), (expr, isNegated, use) => {
      if (expr.kind !== "call") return undefined;
      const pattern = expr.args.at(-1);
      if (pattern?.kind !== "literal" || typeof pattern.value !== "string") return undefined;
      const isUser = expr.target !== undefined && fieldsOf(expr.target).at(-1) === "username";
      if (isUser && (use === "condition" || !isNegated)) return openAccount(expr.name, pattern.value);
      if (use !== "validation" || isNegated) return undefined;
      if (expr.name === "matches" && isPrefix(pattern.value))
        return {
          message: `matches() searches anywhere in the text: "evil.example/${pattern.value}" is allowed, too, if ${JSON.stringify(pattern.value)} is meant as its beginning`,
          fix: `write "^${pattern.value}"`,
        };
      const end = HOST_ENDS[expr.target === undefined ? "" : (fieldsOf(expr.target).at(-1) ?? "")];
      return end === undefined ? undefined : openHost(expr.name, pattern.value, end);
    }),
};

/** True for a host with or without a path, such as `registry.example.com/`. */
const isPrefix = (pattern: string): boolean =>
  /^[a-z0-9-]+(?:(?:\\|\\\\)?\.[a-z0-9-]+)+(?:\/|:\d)/.test(pattern) && !/[$|]/.test(pattern);

/** The fields that begin with a host name, with what may follow it. */
const HOST_ENDS: Readonly<Record<string, string>> = { host: "$", hostname: "$", image: "/" };

/** Returns what is wrong with the part of a host name that a text must begin or end with. */
function openHost(call: string, part: string, end: string): Found {
  if (call === "endsWith" && end === "$" && !part.startsWith(".") && isHost(part, "."))
    return {
      message: `"evil${part}" ends with ${JSON.stringify(part)}, too, and is allowed`,
      fix: `write ".${part}"`,
    };
  const isOpen =
    call === "startsWith"
      ? end === "/" && isHost(part, ".")
      : call === "matches" && part.startsWith("^") && isHost(part.slice(1), "\\.");
  if (!isOpen) return undefined;
  const message = `${JSON.stringify(part)} need not be the whole host name: a longer one, which ends in ".evil.example", is allowed, too`;
  const fix = `write "${part}${call === "startsWith" ? "/" : end}"`;
  return { message, fix };
}

/** The name of an account is `system:serviceaccount:NAMESPACE:NAME`, and that of a node `system:node:NAME`. */
function openAccount(call: string, part: string): Found {
  if (call !== "startsWith" && !(call === "matches" && part.startsWith("^"))) return undefined;
  const begin = part.replace(/^\^/, "");
  const [, namespace] = /^system:serviceaccount:([a-z0-9-]*[a-z0-9])$/.exec(begin) ?? [];
  if (namespace === undefined && begin !== "system:node" && begin !== "system:serviceaccount")
    return undefined;
  const other = namespace === undefined ? `${begin}-other` : `system:serviceaccount:${namespace}-other:any`;
  const message = `${JSON.stringify(part)} is also the beginning of ${JSON.stringify(other)}: a namespace with a longer name counts, too`;
  const fix = `write "${part}:", with the colon`;
  return { message, fix };
}

/** True for a text or a pattern that ends in a host name with a dot, such as `registry.example.com`. */
function isHost(part: string, dot: string): boolean {
  const [name = "", ...more] = part.split(dot).reverse();
  const isLetter = (letter: string): boolean => letter >= "a" && letter <= "z";
  const isWhole = ["$", "|", "/"].every((mark) => !part.includes(mark));
  return isWhole && name.length > 1 && [...name].every(isLetter) && more.length > 0 && more[0] !== "";
}

/** The server moves stringData to data when it reads the object. */
const notStoredField: Rule = {
  id: "not-stored-field",
  severity: "warning",
  summary: "An expression reads stringData of Secrets, which is always absent",
  check: (model) =>
    each(
      hooksWithExpressions(model).filter(({ rules }) =>
        rules.some(
          (rule) => rule.resources.includes("secrets") && isAbout(rule, { group: "", plural: "secrets" }),
        ),
      ),
      (expr) => {
        const [root, field, ...more] = fieldsOf(expr);
        if ((root !== "object" && root !== "oldObject") || field !== "stringData" || more.length > 0)
          return undefined;
        const message = `${root}.stringData is always absent: the API server moves it to data before it asks`;
        const fix = `${root}.data, whose values are in base64`;
        return { message, fix };
      },
    ),
};

type Found = Pick<Problem, "message" | "fix"> | undefined;

/** Looks at all parts of all expressions; each expression is reported once. */
function each(
  hooks: readonly Hook[],
  look: (expr: Expr, isNegated: boolean, use: Expression["use"], hook: Hook) => Found,
): Problem[] {
  return hooks.flatMap((hook) =>
    hook.expressions.flatMap(({ expr, path, use }): Problem[] => {
      const found = firstIn(expr, false, (one, isNegated) => look(one, isNegated, use, hook));
      return found === undefined ? [] : [{ of: hook.of, webhook: hook.webhook, path, ...found }];
    }),
  );
}

function firstIn(expr: Expr, isNegated: boolean, look: (expr: Expr, isNegated: boolean) => Found): Found {
  const found = look(expr, isNegated);
  if (found !== undefined) return found;
  const turned = expr.kind === "call" && expr.name === "!_" ? !isNegated : isNegated;
  for (const part of childrenOf(expr)) {
    const inside = firstIn(part, turned, look);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Rules about expressions that read or compare texts in a wrong way. */
export const textRules: readonly Rule[] = [quantityAsText, unanchoredMatch, notStoredField];
