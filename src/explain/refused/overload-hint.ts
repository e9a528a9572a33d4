import { textReader } from "../text-table.ts";

const ORDER = "^_(?:<|<=|>|>=)_ ";
const EQUALITY = "^_[!=]=_ ";
const COMPARISON = "^_(?:<|<=|>|>=|==|!=)_ ";
const SUM = "^_[+-]_ ";
const CONDITIONAL = String.raw`^_\?_:_ \(bool, `;
const IN = "^(?:@?in|_in_) ";
const TEXT_FUNCTION = "^(?:startsWith|endsWith|matches|contains|lowerAscii|upperAscii|split|replace|trim) ";
const ANY = String.raw`^\S+ `;
const NUMBER = "(?:int|uint|double)";
const SCALAR = "(?:string|int|double)";

/** Two operands in any order. */
const pair = (a: string, b: string): string => String.raw`(?:\(${a}, ${b}\)|\(${b}, ${a}\))$`;

/** The right way to write an operator or a function, by its name and the types of operands that it does not take. */
const overloadFor = textReader({
  "optional_type\\(": "an optional value: take the value with .orValue(…), or ask with .hasValue()",
  [String.raw`${ANY}(?:${pair(String.raw`kubernetes\.Quantity`, SCALAR)}|kubernetes\.Quantity\.\(${SCALAR}\)$)`]:
    "make a quantity of the other value, too: quantity('1Gi')",
  [`${ORDER}.*(?:Quantity|[Ss]emver)`]:
    "they are compared by functions, not by operators: a.isGreaterThan(b), a.isLessThan(b), a.compareTo(b) <= 0",
  [`${SUM}.*Quantity`]: "quantities are added by a.add(b), and subtracted by a.sub(b)",
  [`${CONDITIONAL}.*JSONPatch`]:
    "both values of a conditional have the same type: an empty list, [], makes no change",
  [CONDITIONAL]: "both values of a conditional have the same type: dyn(…) around one of them, if they cannot",
  [String.raw`${ANY}.*\bnull(?:_type)?\b`]: "this value is never null: ask with has(…) if it may be absent",
  [ORDER + pair("bool", NUMBER)]: "comparisons cannot be chained: write a <= b && b <= c for a <= b <= c",
  [COMPARISON + pair("string", NUMBER)]:
    "a text and a number: int(text) makes a number of the text, quantity(text) an amount of it, or write the number in quotes",
  [COMPARISON + pair("string", "bool")]: "a text and a boolean: write 'true' in quotes for a text",
  [SUM + pair("string", `(?:${NUMBER}|bool)`)]:
    "texts are joined with texts: string(…) around the other value",
  [ANY + pair("int", "(?:double|uint)")]:
    "two types of numbers: double(…) or int(…) around one of them, or write 1.0 for 1",
  [ANY + pair("string", String.raw`(?:google\.protobuf\.(?:Timestamp|Duration)|timestamp|duration)`)]:
    "make a time of the text: timestamp('2026-01-01T00:00:00Z'), or duration('1h')",
  "^contains list\\(": "of a list, ask: value in list",
  "^contains map\\(": "of a map, ask: 'key' in map",
  [String.raw`${TEXT_FUNCTION}list\(`]:
    "this is a function of texts: ask it of each entry, list.exists(x, x.startsWith('a')) or list.all(…)",
  [String.raw`${TEXT_FUNCTION}map\(`]: "this is a function of texts: map.exists(key, key.startsWith('a'))",
  [String.raw`${TEXT_FUNCTION}(?:int|double|bool)\.`]: "this is a function of texts: string(…) first",
  "^@in \\(bool, (?:list|map)\\(": "! comes before in: write !(a in b)",
  [EQUALITY + pair(String.raw`list\(.*`, "string")]:
    "a list is not one text: write 'a' in list, or list.exists(x, x == 'a')",
  [String.raw`${EQUALITY}(?:${pair(String.raw`net\.(?:IP|CIDR)`, "string")}|\(kubernetes\.(?:URL|Semver|semver))`]:
    "make a value of the same type of the text: ip('10.0.0.1'), cidr('10.0.0.0/8'), url(…), semver(…)",
  "kubernetes\\.authorization\\.Decision": "a decision is asked: check('get').allowed()",
  [String.raw`${IN}\(string, string\)$`]:
    "in asks for entries of a list and for keys of a map; for a part of a text: text.contains(part)",
  [String.raw`${IN}\([^l][^,]*, list\(`]: "the value and the entries of the list have different types",
  "^_\\[_\\] \\(list\\(.*, string\\)$":
    "a list is read by numbers; an entry with a name: list.filter(x, x.name == 'a')[0]",
  "^!_ \\((?:string|int|list|map)": "! comes before everything else: write !(a in b), !(a == b)",
  "^_(?:&&|\\|\\|)_ .*(?:string|int|list|map|null)":
    "both sides have to be true or false: compare the value, or ask has(…)",
  "^size \\((?:int|bool|double)\\)$": "size() is of texts, lists and maps",
  "^quantity \\((?:int|double)\\)$": "a quantity is made of a text: quantity('1'), quantity(string(…))",
});

/** Returns how an operator or function is used with operands of these types, in brackets; empty if that is not known. */
export function overloadHint(told: string): string {
  const [, name, types] = /found no matching overload for '([^']+)' applied to '([^']+)'/.exec(told) ?? [];
  const found = name === undefined ? undefined : overloadFor(`${name} ${types}`);
  return found === undefined ? "" : ` (${found.known})`;
}
