import { compile, declareVariables } from "../../src/cel/index.ts";
import { fill, numbered, RUNS } from "./shapes.mjs";

const ENVIRONMENT = declareVariables({
  text: "string",
  part: "string",
  list: "list(dyn)",
  other: "list(dyn)",
  self: "dyn",
});

/** Plans once; what takes time is to run it. */
function program(expression) {
  const compiled = compile(expression, ENVIRONMENT);
  if (compiled.kind === "issues") throw new Error(`${expression}: ${compiled.text}`);
  return compiled;
}

const OF_TEXT = [
  "text.charAt(5)",
  "text.lowerAscii()",
  "text.upperAscii()",
  "text.trim()",
  "text.substring(3)",
  "text.replace('a', 'bb')",
  "text.replace('', '-')",
  "text.split('a')",
  "text.split('')",
  "text.indexOf('!')",
  "text.lastIndexOf('!')",
  "text.startsWith('a')",
  "text.contains('!')",
  "text.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
  "text.matches('(a*)*b')",
  "text.find('a+!')",
  "text.findAll('[a-z]')",
  "strings.quote(text)",
  "'%s %s'.format([text, [text]])",
  "text + text",
  "text < text + 'a'",
  "text == text + ''",
  "size(text)",
  "bytes(text)",
  "int(text)",
  "uint(text)",
  "double(text)",
  "bool(text)",
  "duration(text)",
  "timestamp(text)",
  "quantity(text)",
  "quantity(text).add(quantity('1e100000000')).compareTo(quantity(text))",
  "isQuantity(text)",
  "semver(text)",
  "semver(text, true)",
  "isURL(text)",
  "url(text).getQuery()",
  "url('http://a/' + text).getEscapedPath()",
  "url('http://a/?' + text).getQuery()",
  "isIP(text)",
  "ip(text)",
  "cidr(text)",
  "cidr('10.0.0.0/8').containsIP(text)",
  "timestamp('2026-01-01T00:00:00Z').getHours(text)",
  "text.matches(text)",
  ..."dns1123Label dns1123Subdomain qualifiedName labelValue uri uuid byte date datetime"
    .split(" ")
    .map((name) => `format.${name}().validate(text)`),
];

const near = (size) => ({ text: fill("a", size), part: `${fill("a", size / 2)}b` });
const OF_PARTS = [
  "text.indexOf(part)",
  "text.lastIndexOf(part)",
  "text.contains(part)",
  "text.split(part)",
  "text.replace(part, 'x')",
];

const numbers = (size) => Array.from({ length: size / 8 }, (_, i) => i);
const texts = (size) => numbered((i) => `t${i}`, size).split(",");
const OF_LIST = [
  "list.sum()",
  "list.max()",
  "list.isSorted()",
  "list.indexOf(-1)",
  "list.sort()",
  "list.distinct()",
  "list.reverse()",
  "list.flatten()",
  "list.slice(0, 3)",
  "list.first()",
  "list + list",
  "list == list",
  "-1 in list",
  "list.all(i, i in list)",
  "list.map(i, i)",
  "list.filter(i, list.size() > 0)",
  "sets.contains(list, list)",
  "sets.intersects(list, other)",
  "sets.equivalent(list, list)",
  "'%s'.format([list])",
];
const OF_MAP = [
  "size(self)",
  "self.all(k, size(self) > 0)",
  "self == self",
  "self.all(k, self[k] == 'v')",
  "'%s'.format([self])",
];

/** Evaluations of expressions over a user's values, and expressions themselves. A limit that ends them is as good as a result. */
export const EXPRESSIONS = [
  ...OF_TEXT.map((expression) => {
    const planned = program(expression);
    return { name: `CEL ${expression}`, inputs: RUNS, run: (text) => planned.run({ text }) };
  }),
  ...OF_PARTS.map((expression) => {
    const planned = program(expression);
    return {
      name: `CEL ${expression}`,
      inputs: { "near miss": near },
      run: (variables) => planned.run(variables),
    };
  }),
  ...OF_LIST.map((expression) => {
    const planned = program(expression);
    return {
      name: `CEL ${expression}`,
      inputs: { numbers, texts, lists: (size) => numbers(size).map((i) => [i]) },
      run: (list) => planned.run({ list, other: list.map(() => "x") }),
    };
  }),
  {
    name: "CEL ['a'].join(text)",
    inputs: { texts },
    run: (() => {
      const planned = compile("list.join(',')", declareVariables({ list: "list(string)" }));
      return (list) => planned.run({ list });
    })(),
  },
  ...OF_MAP.map((expression) => {
    const planned = program(expression);
    return {
      name: `CEL ${expression}`,
      inputs: { keys: (size) => Object.fromEntries(texts(size).map((key) => [key, "v"])) },
      run: (self) => planned.run({ self }),
    };
  }),
  {
    name: "CEL source",
    inputs: {
      sum: (size) => `${fill("1+", size)}1`,
      and: (size) => `${fill("true && ", size)}true`,
      list: (size) => `[${fill("1,", size)}1]`,
      map: (size) => `{${numbered((i) => `'k${i}': 1`, size)}}`,
      parentheses: (size) => `${fill("(", size)}1`,
      macros: (size) => `${fill("[1].all(x, x > 0) && ", size)}true`,
      "type parameters": (size) => `${fill("[[1]][0][0] in [1] && ", size)}true`,
      optionals: (size) => `${fill("optional.none().orValue(1) == 1 && ", size)}true`,
      "wrong types": (size) => `${fill("{'a': [2]}['a'][0] < 'b' && ", size)}true`,
      quotes: (size) => fill('"""', size),
      "open quotes": (size) => fill('"""a ', size),
      "single quotes": (size) => fill("'a\n", size),
      "raw quotes": (size) => fill('r"""', size),
      backquotes: (size) => fill("`a ", size),
      unknown: (size) => fill("@", size),
      selections: (size) => `self${fill(".a", size)}`,
      "optional selections": (size) => `self${fill(".?a", size)}`,
      names: (size) => numbered((i) => `x${i}`, size, " + "),
      comments: (size) => fill("// a\n", size),
      digits: (size) => fill("7", size),
      ...RUNS,
    },
    most: 64 << 10,
    run: (source) => compile(source, ENVIRONMENT),
  },
  {
    name: "CEL types",
    inputs: { "parameters of nothing": (size) => `[${fill("[],", size)}[]]` },
    // Longer ones have arrays of more than 128 KB, which V8 keeps apart: once, time grows faster there.
    most: 32 << 10,
    run: (source) => compile(source, ENVIRONMENT),
  },
];
