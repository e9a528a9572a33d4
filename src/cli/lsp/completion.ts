import { type CompletionItem, CompletionItemKind, type Hover, MarkupKind } from "vscode-languageserver";
import type { Overload } from "../../cel/types/functions.ts";
import { checkedName } from "../../cel/types/types.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { anyEnvironment } from "../../explain/refused/environment.ts";
import type { Model } from "../../lint/model/model.ts";
import { LONGEST_TEXT } from "./diagnostics.ts";
import { knownAt, localsIn, membersOf, rootsOf, typeText } from "./fields.ts";

/** Macros, which the environment does not declare as functions. */
const MACROS: Readonly<Record<string, string>> = {
  has: "has(object.field) -> bool: true if the field is there",
  all: "list.all(x, condition) -> bool",
  exists: "list.exists(x, condition) -> bool",
  exists_one: "list.exists_one(x, condition) -> bool",
  map: "list.map(x, value) -> list",
  filter: "list.filter(x, condition) -> list",
};

/** Returns what can follow a text of an expression of an object. */
export function completions(text: string, of: Manifest, model: Model): CompletionItem[] {
  const before = text.slice(-LONGEST_TEXT);
  const [, chain, word = ""] = /((?:[\w]+\.\??)*)(\w*)$/.exec(before) ?? [];
  const roots = rootsOf(of, model);
  const locals = localsIn(before, roots);
  if (chain === undefined || chain === "") {
    const isMember = before.slice(0, before.length - word.length).endsWith(".");
    const names = isMember
      ? []
      : [...new Set([...roots.keys(), ...locals.keys()])].filter((name) => !name.includes("."));
    return [
      ...names.map((label) => ({
        label,
        kind: CompletionItemKind.Variable,
        detail: typeOf([label], roots, locals),
      })),
      ...functions(isMember),
    ];
  }
  const parts = chain
    .replaceAll("?", "")
    .split(".")
    .filter((part) => part !== "");
  const members = knownAt(parts, roots, locals).flatMap(membersOf);
  const unique = new Map(members.map((one) => [one.name, one]));
  return [
    ...[...unique.values()].map(({ name, type }) => ({
      label: name,
      kind: CompletionItemKind.Field,
      detail: type,
      sortText: `0${name}`,
    })),
    ...functions(true),
  ];
}

const typeOf = (
  chain: readonly string[],
  ...known: readonly [ReturnType<typeof rootsOf>, ReturnType<typeof localsIn>]
): string => [...new Set(knownAt(chain, ...known).map(typeText))].join(" or ") || "dyn";

/** The functions with names, not operators: those of a value, or the others. */
function functions(isMember: boolean): CompletionItem[] {
  const found = [...anyEnvironment().functions].flatMap(([name, overloads]): CompletionItem[] => {
    const own = overloads.filter(({ member }) => member === isMember);
    const [first] = own;
    if (first === undefined || !/^[a-z]\w*(?:\.\w+)*$/.test(name)) return [];
    return [
      {
        label: name,
        kind: isMember ? CompletionItemKind.Method : CompletionItemKind.Function,
        detail: signature(first),
        documentation: own.map(described).join("\n"),
        sortText: `1${name}`,
      },
    ];
  });
  const macros = Object.entries(MACROS)
    .filter(([, text]) => text.includes(".") === isMember || text.startsWith("has") === !isMember)
    .filter(([name]) => (name === "has") === !isMember)
    .map(([label, detail]) => ({ label, kind: CompletionItemKind.Keyword, detail, sortText: `1${label}` }));
  return [...found, ...macros];
}

/** `string.startsWith(string) -> bool` */
function signature({ name, member, params, result }: Overload): string {
  const types = params.map(checkedName);
  const target = member ? `${types[0]}.` : "";
  return `${target}${name}(${types.slice(member ? 1 : 0).join(", ")}) -> ${checkedName(result)}`;
}

/** A signature with its cost: most calls cost 1, others depend on the sizes of their arguments. */
function described(overload: Overload): string {
  const grows = overload.cost !== undefined || anyEnvironment().costs.has(overload.name);
  return `${signature(overload)}, cost: ${grows ? "grows with the sizes of the arguments" : "1"}`;
}

/** Returns the type of a chain, or the signatures of a function; undefined for other words. */
export function hoverOf(
  { chain, word }: { readonly chain: string; readonly word: string },
  before: string,
  of: Manifest,
  model: Model,
): Hover | undefined {
  const roots = rootsOf(of, model);
  const known = knownAt(chain.split("."), roots, localsIn(before, roots));
  if (known.length > 0) return text(`\`${chain}\`: ${[...new Set(known.map(typeText))].join(" or ")}`);
  const [root, name] = chain.split(".");
  if (root === "variables" && name !== undefined) {
    const variable = (roots.get("variables") ?? []).flatMap(membersOf).find((one) => one.name === name);
    if (variable !== undefined) return text(`\`variables.${name}\` = \`${variable.type}\``);
  }
  const overloads = anyEnvironment().functions.get(word) ?? [];
  if (overloads.length > 0)
    return text(
      overloads
        .map((one) => `- \`${signature(one)}\`, cost: ${described(one).split("cost: ")[1]}`)
        .join("\n"),
    );
  const macro = MACROS[word];
  return macro === undefined ? undefined : text(`\`${macro}\``);
}

const text = (value: string): Hover => ({ contents: { kind: MarkupKind.Markdown, value } });
