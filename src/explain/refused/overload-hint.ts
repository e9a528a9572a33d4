/** Operand types that an operator or function does not take, with the right way to write it. */
interface Overload {
  readonly of: RegExp;
  readonly types: RegExp;
  readonly says: string;
}

const ORDER = /^_(?:<|<=|>|>=)_$/;
const EQUALITY = /^_[!=]=_$/;
const SUM = /^_[+-]_$/;
const TEXT_FUNCTION = /^(?:startsWith|endsWith|matches|contains|lowerAscii|upperAscii|split|replace|trim)$/;
const NUMBER = "(?:int|uint|double)";

const OVERLOADS: readonly Overload[] = [
  {
    of: /./,
    types: /optional_type\(/,
    says: "an optional value: take the value with .orValue(…), or ask with .hasValue()",
  },
  {
    of: /./,
    types:
      /^\(kubernetes\.Quantity, (?:string|int|double)\)$|^\((?:string|int|double), kubernetes\.Quantity\)$|^kubernetes\.Quantity\.\((?:string|int|double)\)$/,
    says: "make a quantity of the other value, too: quantity('1Gi')",
  },
  {
    of: ORDER,
    types: /Quantity|[Ss]emver/,
    says: "they are compared by functions, not by operators: a.isGreaterThan(b), a.isLessThan(b), a.compareTo(b) <= 0",
  },
  { of: SUM, types: /Quantity/, says: "quantities are added by a.add(b), and subtracted by a.sub(b)" },
  {
    of: /^_\?_:_$/,
    types: /^\(bool, .*JSONPatch/,
    says: "both values of a conditional have the same type: an empty list, [], makes no change",
  },
  {
    of: /^_\?_:_$/,
    types: /^\(bool, /,
    says: "both values of a conditional have the same type: dyn(…) around one of them, if they cannot",
  },
  {
    of: /./,
    types: /\bnull(?:_type)?\b/,
    says: "this value is never null: ask with has(…) if it may be absent",
  },
  {
    of: new RegExp(`${ORDER.source}|${EQUALITY.source}`),
    types: new RegExp(`^\\(string, ${NUMBER}\\)$|^\\(${NUMBER}, string\\)$`),
    says: "a text and a number: int(text) makes a number of the text, quantity(text) an amount of it, or write the number in quotes",
  },
  {
    of: new RegExp(`${ORDER.source}|${EQUALITY.source}`),
    types: /^\(string, bool\)$|^\(bool, string\)$/,
    says: "a text and a boolean: write 'true' in quotes for a text",
  },
  {
    of: SUM,
    types: new RegExp(`^\\(string, (?:${NUMBER}|bool)\\)$|^\\((?:${NUMBER}|bool), string\\)$`),
    says: "texts are joined with texts: string(…) around the other value",
  },
  {
    of: /./,
    types: /^\(int, double\)$|^\(double, int\)$|^\(int, uint\)$|^\(uint, int\)$/,
    says: "two types of numbers: double(…) or int(…) around one of them, or write 1.0 for 1",
  },
  {
    of: /./,
    types:
      /^\((?:string, google\.protobuf\.(?:Timestamp|Duration)|google\.protobuf\.(?:Timestamp|Duration), string|string, timestamp|timestamp, string|string, duration|duration, string)\)$/,
    says: "make a time of the text: timestamp('2026-01-01T00:00:00Z'), or duration('1h')",
  },
  { of: /^contains$/, types: /^list\(/, says: "of a list, ask: value in list" },
  { of: /^contains$/, types: /^map\(/, says: "of a map, ask: 'key' in map" },
  {
    of: TEXT_FUNCTION,
    types: /^list\(/,
    says: "this is a function of texts: ask it of each entry, list.exists(x, x.startsWith('a')) or list.all(…)",
  },
  {
    of: TEXT_FUNCTION,
    types: /^map\(/,
    says: "this is a function of texts: map.exists(key, key.startsWith('a'))",
  },
  {
    of: TEXT_FUNCTION,
    types: /^(?:int|double|bool)\./,
    says: "this is a function of texts: string(…) first",
  },
  {
    of: /^@in$/,
    types: /^\(bool, (?:list|map)\(/,
    says: "! comes before in: write !(a in b)",
  },
  {
    of: EQUALITY,
    types: /^\(list\(.*, string\)$|^\(string, list\(/,
    says: "a list is not one text: write 'a' in list, or list.exists(x, x == 'a')",
  },
  {
    of: EQUALITY,
    types:
      /^\(net\.(?:IP|CIDR), string\)$|^\(string, net\.(?:IP|CIDR)\)$|^\(kubernetes\.(?:URL|Semver|semver)/,
    says: "make a value of the same type of the text: ip('10.0.0.1'), cidr('10.0.0.0/8'), url(…), semver(…)",
  },
  {
    of: /./,
    types: /kubernetes\.authorization\.Decision/,
    says: "a decision is asked: check('get').allowed()",
  },
  {
    of: /^@?in$|^_in_$/,
    types: /^\(string, string\)$/,
    says: "in asks for entries of a list and for keys of a map; for a part of a text: text.contains(part)",
  },
  {
    of: /^@?in$|^_in_$/,
    types: /^\((?!list)[^,]+, list\(/,
    says: "the value and the entries of the list have different types",
  },
  {
    of: /^_\[_\]$/,
    types: /^\(list\(.*, string\)$/,
    says: "a list is read by numbers; an entry with a name: list.filter(x, x.name == 'a')[0]",
  },
  {
    of: /^!_$/,
    types: /^\((?:string|int|list|map)/,
    says: "! comes before everything else: write !(a in b), !(a == b)",
  },
  {
    of: /^_(?:&&|\|\|)_$/,
    types: /string|int|list|map|null/,
    says: "both sides have to be true or false: compare the value, or ask has(…)",
  },
  { of: /^size$/, types: /^\((?:int|bool|double)\)$/, says: "size() is of texts, lists and maps" },
  {
    of: /^quantity$/,
    types: /^\((?:int|double)\)$/,
    says: "a quantity is made of a text: quantity('1'), quantity(string(…))",
  },
];

/** Returns how an operator or function is used with operands of these types, in brackets; empty if that is not known. */
export function overloadHint(told: string): string {
  const [, name = "", types = ""] =
    /found no matching overload for '([^']+)' applied to '([^']+)'/.exec(told) ?? [];
  const found = OVERLOADS.find((one) => one.of.test(name) && one.types.test(types));
  return name === "" || found === undefined ? "" : ` (${found.says})`;
}
