import { LIBRARY_FORMS, LIBRARY_LEAVES, type LibraryType, MORE_FORMS } from "./library-forms.ts";

/** Random expressions of Kubernetes' CEL over the variables of `SCENE`, mostly well typed; the same for the same seed. */
export class Generator {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  }

  /** In [0, 1). */
  random(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    this.#state >>>= 0;
    return this.#state / 2 ** 32;
  }

  expression(): string {
    return this.of(this.pick(TYPES), 2 + Math.floor(this.random() * 3));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  /** An expression of a type; once in a while of another one. */
  of(type: Type, depth: number): string {
    const wanted = this.random() < 0.02 ? this.pick(TYPES) : type;
    if (depth <= 0 || this.random() < 0.12) return this.pick(LEAVES[wanted]);
    return this.fill(this.pick(FORMS[wanted]), depth - 1);
  }

  /** Replaces `<int>` in a form by an expression of that type. */
  fill(form: string, depth: number): string {
    return form.replace(/<(\w+)>/g, (_, type: Type) => this.of(type, depth));
  }
}

type Type =
  | LibraryType
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "bool"
  | "time"
  | "span"
  | "ints"
  | "strings"
  | "map"
  | "any";

export const SCENE = {
  variables: {
    i: "int",
    u: "uint",
    d: "double",
    s: "string",
    b: "bytes",
    f: "bool",
    t: "timestamp",
    p: "duration",
    li: "list(int)",
    ls: "list(string)",
    m: "map(string, int)",
    object: "dyn",
  },
  values: {
    i: ["int", "7"],
    u: ["uint", "3"],
    d: ["double", "2.5"],
    s: ["string", "Ünïcode text"],
    b: ["bytes", "aGVsbG8="],
    f: ["bool", true],
    t: ["timestamp", "1767323045123456789"],
    p: ["duration", "5400000000000"],
    li: [
      "list",
      [
        ["int", "3"],
        ["int", "1"],
        ["int", "2"],
        ["int", "3"],
      ],
    ],
    ls: [
      "list",
      [
        ["string", "b"],
        ["string", "a"],
        ["string", ""],
      ],
    ],
    m: [
      "map",
      [
        [
          ["string", "a"],
          ["int", "1"],
        ],
        [
          ["string", "b"],
          ["int", "2"],
        ],
      ],
    ],
  },
  object: {
    metadata: { name: "pod-a", labels: { app: "x", "a.b/c": "1" }, generation: 3 },
    spec: {
      replicas: 3,
      ratio: 1.5,
      big: 9007199254740991,
      none: null,
      flag: true,
      list: [1, 2, 3],
      names: ["x", "y"],
      containers: [{ name: "c", image: "nginx:1.2" }, { name: "d" }],
    },
  },
} as const;

const TYPES: readonly Type[] =
  "int uint double string bytes bool bool bool time span ints strings map any".split(" ") as Type[];

const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());

const LEAVES: Readonly<Record<Type, readonly string[]>> = {
  ...LIBRARY_LEAVES,
  int: "i|0|1|-1|2|10|9223372036854775807|-9223372036854775808|0x1f|m.a|li[0]|li[9]".split("|"),
  uint: "u|0u|1u|18446744073709551615u|0xFFu".split("|"),
  double: "d|0.0|1.5|-2.25|1e300|1e-9|9007199254740993.0".split("|"),
  string:
    `s|''|'a'|'Hello, World'|"x\\ty"|r'\\d+'|'1Gi'|'10.0.0.1'|'10.0.0.0/8'|'https://h:80/p?q=1'|'1.2.3'|'αβγ'|ls[0]|'12'|'true'|'1h'|'2026-01-02T03:04:05Z'|object.metadata.name`.split(
      "|",
    ),
  bytes: "b|b''|b'abc'|b'\\xff'".split("|"),
  bool: "f|true|false|object.spec.flag|object.missing|has(object.spec)|has(object.nothing.at.all)".split("|"),
  time: "t|timestamp('2026-01-02T03:04:05Z')|timestamp(0)|timestamp('1999-12-31T23:59:59.5+02:00')".split(
    "|",
  ),
  span: "p|duration('1h30m')|duration('-1.5s')|duration('0')".split("|"),
  ints: "li|[]|[1]|[3, 1, 2]|object.spec.list".split("|"),
  strings: "ls|[]|['a', 'b']|object.spec.names".split("|"),
  map: "m|{}|{'a': 1}|{'x': 2, 'y': 3}".split("|"),
  any: "object|object.spec|object.metadata.labels|object.spec.none|object.spec.ratio|null|dyn(1)|object.spec.containers|object.spec.big".split(
    "|",
  ),
};

const BASIC_FORMS: Readonly<Record<Exclude<Type, LibraryType>, readonly string[]>> = {
  int: lines(`
    <int> + <int>
    <int> - <int>
    <int> * <int>
    <int> / <int>
    <int> % <int>
    -<int>
    size(<string>)
    <ints>.size()
    size(<map>)
    int(<string>)
    int(<double>)
    int(<uint>)
    int(<time>)
    <bool> ? <int> : <int>
    <ints>.sum()
    <ints>.max()
    <ints>.min()
    <ints>[<int>]
    <map>['a']
    <map>[<string>]
    <string>.indexOf(<string>)
    <string>.lastIndexOf(<string>, <int>)
    <strings>.indexOf(<string>)
    <time>.getFullYear()
    <time>.getDayOfWeek('Europe/Berlin')
    <time>.getHours('-03:30')
    <time>.getDayOfYear()
    <span>.getMinutes()
    <span>.getMilliseconds()
    object.spec.replicas + <int>
    <map>[?<string>].orValue(<int>)
    <ints>.filter(x, x > <int>).size()
    quantity(<string>).compareTo(quantity('1Gi'))
    ip(<string>).family()
    cidr(<string>).prefixLength()
    semver(<string>).major()
    <ints>.first().orValue(<int>)
  `),
  uint: lines(`
    <uint> + <uint>
    <uint> - <uint>
    <uint> * <uint>
    <uint> / <uint>
    <uint> % <uint>
    uint(<int>)
    uint(<string>)
    uint(<double>)
    <bool> ? <uint> : <uint>
  `),
  double: lines(`
    <double> + <double>
    <double> - <double>
    <double> * <double>
    <double> / <double>
    -<double>
    double(<int>)
    double(<string>)
    double(<uint>)
    object.spec.ratio + <double>
    quantity(<string>).asApproximateFloat()
    [<double>, <double>].sum()
  `),
  string: lines(`
    <string> + <string>
    string(<int>)
    string(<double>)
    string(<uint>)
    string(<bytes>)
    string(<bool>)
    string(<time>)
    string(<span>)
    <string>.lowerAscii()
    <string>.upperAscii()
    <string>.trim()
    <string>.charAt(<int>)
    <string>.substring(<int>)
    <string>.substring(<int>, <int>)
    <string>.replace(<string>, <string>)
    <string>.replace(<string>, <string>, <int>)
    <strings>.join(<string>)
    <strings>.join()
    <strings>.max()
    <bool> ? <string> : <string>
    '%s and %d'.format([<string>, <int>])
    '%.2f'.format([<double>])
    '%x %b %o'.format([<int>, <int>, <int>])
    '%s'.format([<any>])
    strings.quote(<string>)
    url(<string>).getHost()
    url(<string>).getScheme()
    string(ip(<string>))
    string(cidr(<string>).masked())
    <string>.find('[a-z]+')
    object.?metadata.?name.orValue(<string>)
  `),
  bytes: lines(`
    <bytes> + <bytes>
    bytes(<string>)
    <bool> ? <bytes> : <bytes>
  `),
  bool: lines(`
    <bool> && <bool>
    <bool> || <bool>
    !<bool>
    <int> < <int>
    <int> >= <uint>
    <double> <= <int>
    <string> < <string>
    <bytes> > <bytes>
    <time> < <time>
    <span> >= <span>
    <bool> < <bool>
    <int> == <int>
    <string> != <string>
    <ints> == <ints>
    <map> == <map>
    <any> == <any>
    dyn(<int>) == dyn(<double>)
    dyn(<uint>) < dyn(<double>)
    <int> in <ints>
    <string> in <strings>
    <string> in <map>
    <any> in [<any>]
    <string>.startsWith(<string>)
    <string>.endsWith(<string>)
    <string>.contains(<string>)
    <string>.matches('^[a-z]*$')
    <ints>.all(x, x > <int>)
    <ints>.exists(x, x == <int>)
    <ints>.exists_one(x, x == <int>)
    <strings>.all(i, x, x.size() > i)
    {'a': <int>}.exists(k, k == <string>)
    {'a': <int>}.all(k, v, v > <int>)
    <ints>.isSorted()
    <strings>.isSorted()
    isQuantity(<string>)
    isIP(<string>)
    isCIDR(<string>)
    isURL(<string>)
    isSemver(<string>)
    cidr('10.0.0.0/8').containsIP(<string>)
    cidr('10.0.0.0/8').containsCIDR(<string>)
    ip(<string>).isLoopback()
    semver(<string>).isLessThan(semver('2.0.0'))
    quantity(<string>).isGreaterThan(quantity('1'))
    type(<int>) == int
    type(<any>) == string
    sets.contains(<ints>, <ints>)
    sets.intersects(<strings>, <strings>)
    sets.equivalent(<ints>, <ints>)
    object.?spec.?nothing.hasValue()
    optional.of(<int>) == optional.of(<int>)
    optional.ofNonZeroValue(<string>).hasValue()
    format.dns1123Label().validate(<string>).hasValue()
    <bool> ? <bool> : <bool>
    bool(<string>)
    object.spec.containers.all(c, has(c.image))
    object.spec.containers.exists(c, c.image == <string>)
    object.metadata.labels[<string>] == <string>
  `),
  time: lines(`
    <time> + <span>
    <span> + <time>
    <time> - <span>
    timestamp(<string>)
    timestamp(<int>)
    <bool> ? <time> : <time>
  `),
  span: lines(`
    <span> + <span>
    <span> - <span>
    <time> - <time>
    duration(<string>)
    <bool> ? <span> : <span>
  `),
  ints: lines(`
    <ints> + <ints>
    [<int>, <int>]
    <ints>.filter(x, x > <int>)
    <ints>.map(x, x + <int>)
    <ints>.map(x, x > 1, x * 2)
    <strings>.map(x, x.size())
    <ints>.transformList(i, x, i + x)
    <ints>.sort()
    <ints>.reverse()
    <ints>.distinct()
    <ints>.slice(0, <int>)
    [<ints>, <ints>].flatten()
    lists.range((<int>) % 5)
    {'a': <int>}.map(k, <map>[k])
    [?<map>[?<string>], <int>]
    <ints>.sortBy(x, -x)
  `),
  strings: lines(`
    <strings> + <strings>
    [<string>, <string>]
    <string>.split(<string>)
    <string>.split(<string>, <int>)
    <string>.findAll('[a-z]')
    <map>.map(k, k).sort()
    <strings>.filter(x, x != <string>)
    <strings>.sort()
    <ints>.map(x, string(x))
  `),
  map: lines(`
    {<string>: <int>}
    {'a': <int>, <string>: <int>}
    {?<string>: optional.of(<int>)}
    {'k': 1, ?'n': <map>[?'zz']}
    <map>.transformMap(k, v, v + <int>)
    <map>.transformMap(k, v, v > 1, v * 2)
    <ints>.transformMapEntry(i, x, {string(i): x})
  `),
  any: lines(`
    dyn(<int>)
    dyn(<string>)
    dyn(<ints>)
    dyn(<map>)
    dyn(<double>)
    object.spec.containers[<int>]
    object.metadata.labels[<string>]
    object.?spec.?ratio
    object.spec.list.map(x, x + 1)
    type(<any>)
    <bool> ? <any> : <any>
    [<any>]
    {'any': <any>}
    optional.of(<any>)
    object.spec[<string>]
    <any>.a
    has(object.spec.flag) ? <any> : <any>
  `),
};

const FORMS = {
  ...LIBRARY_FORMS,
  ...Object.fromEntries(
    Object.entries(BASIC_FORMS).map(([type, forms]) => [
      type,
      [...forms, ...((MORE_FORMS as Partial<Record<string, readonly string[]>>)[type] ?? [])],
    ]),
  ),
} as Readonly<Record<Type, readonly string[]>>;
