import { describe, expect, test } from "vitest";
import { admissionEnvironment } from "../kubernetes/environment.ts";
import { compile } from "../program.ts";
import { CelDouble, CelError, type Value } from "../values/values.ts";

const ENVIRONMENT = admissionEnvironment({ authorizer: false });

function run(expression: string): Value {
  const program = compile(expression, ENVIRONMENT);
  if (program.kind === "issues") throw new Error(program.text);
  const { value } = program.run({ object: null, oldObject: null, request: {}, namespaceObject: null });
  if (value instanceof CelDouble) return value.value;
  return value instanceof CelError ? `error: ${value.message}` : value;
}

const NO_TEXT = '"invalid UTF-8 in bytes, cannot convert to string" to string';

const PRECISION = "could not parse formatting clause: error while parsing precision: ";

describe("values of libraries are Go's", () => {
  test.each<[string, Value]>([
    ["quantity('1.0').isInteger()", false],
    ["quantity('1.5Gi').isInteger()", false],
    ["quantity('1Ei').asInteger()", "error: cannot convert value to integer"],
    ["quantity('9223372036854775807').isInteger()", false],
    ["quantity('1k').asInteger()", 1000],
    ["quantity('100m').add(1).isInteger()", false],
    ["quantity('1').add(9223372036854775807).isInteger()", false],
    ["quantity('100m').sub(quantity('1.5')).asApproximateFloat()", -1.4000000000000001],
    ["quantity('12345678901234567890').asApproximateFloat()", Number("1.234567890123457e+19")],
    ["quantity('1e3').sub(-9223372036854775808).asApproximateFloat()", Number("-9223372036854774784")],
    ["quantity('9223372036854775807').sub(-9223372036854775808).asApproximateFloat()", 2 ** 64],
    [
      "quantity('9223372036854775807').add(1).sub(quantity('1Gi').sub(-9223372036854775808)).asApproximateFloat()",
      Number("1.8446744072635812e+19"),
    ],
    ["quantity('5n').sub(-9223372036854775808).isGreaterThan(quantity('5n'))", true],
    ["quantity('1.5Ki').sub(-9223372036854775808).isGreaterThan(quantity('1'))", true],
    ["quantity('1') == dyn(1)", "error: no such overload"],
    ["quantity('1') == dyn(null)", false],
    ["[quantity('1')] == [dyn('x')]", true],
    ["quantity('1') in [dyn('x')]", false],
    ["ip('1.2.3.4') == dyn('1.2.3.4')", "error: no such overload"],
    ["cidr('1.2.3.4/8') == dyn(ip('1.2.3.4'))", "error: no such overload"],
    ["cidr('1.2.3.4/8') != dyn(ip('1.2.3.4'))", true],
    ["quantity('1') != dyn('x')", true],
    ["quantity('1').add(1) == quantity('2')", true],
    ["quantity('2') == quantity('1').add(1)", "error: no such overload"],
    ["quantity('2') != quantity('1').add(1)", true],
    ["quantity('2') in [quantity('3').sub(1)]", false],
    ["quantity('3').sub(1) in [quantity('2')]", true],
    ["sets.contains([quantity('2')], [quantity('1').add(1)])", true],
    ["sets.intersects([quantity('2')], [quantity('1').add(1)])", false],
    ["sets.intersects([quantity('1').add(1)], [quantity('2')])", true],
    ["semver('1.2.3') == dyn('1.2.3')", "error: no such overload"],
    ["[1].all(object, .object == null)", true],
    ["[1, 2].map(x, optional.of(x).optMap(y, y + y + x).orValue(0))", [3, 6] as never],
    [".optional.none().hasValue()", false],
    [".sets.contains([1], [1])", true],
    [".lists.range(2).size()", 2],
    [".ip.isCanonical('1.1.1.1')", true],
    ["semver('18446744073709551615.0.9223372036854775808').major()", -1],
    ["url('http://a') == dyn('http://a')", "error: no such overload"],
    ["format.uuid() == dyn('uuid')", "error: no such overload"],
    ["url('mailto:a@b').getEscapedPath()", ""],
    ["url('http://a?b=%zz&c=d;e&f=g').getQuery() == {'f': ['g']}", true],
    ["url('*').getEscapedPath()", "*"],
    ["url('//a:80/b!#c').getHost() + url('/b c#d').getEscapedPath()", "a:80/b%20c"],
    [
      "url('https:u#%')",
      'error: URL parse error during conversion from string: parse "https:u#%": invalid URL escape "%"',
    ],
    [
      "url('//a:b/..')",
      'error: URL parse error during conversion from string: parse "//a:b/..": invalid port ":b" after host',
    ],
    ["isURL('//a:b/..')", true],
    ["ip('fe80::1%e 0')", 'error: IP address "fe80::1%e 0" with zone value is not allowed'],
    ["timestamp('2023-05-20T1:50:12,5+24:00') == timestamp('2023-05-19T01:50:12.5Z')", true],
    ["double('1_0')", 10],
    ["format.datetime().validate('0001-04-02T20:41:24,5z').hasValue()", false],
    ["format.datetime().validate('9999-02-14T07:23:45\u{1F600}5z').hasValue()", false],
    ["format.datetime().validate('9999-08-20T9:45:46Z').hasValue()", true],
    ["format.date().validate('2023-02-29').hasValue()", true],
    ["'x1y'.findAll('[a-z]*')", ["x", "y"]],
    ["'ab'.findAll('')", ["", "", ""]],
    ["strings.quote('x\\u200by\\u00a0\\x01\\t\\\"\\\\')", '"x\u200by\u00a0\u0001\\t\\"\\\\"'],
    ["timestamp('2024-01-01T00:00:00Z').getHours('+5:3')", 5],
    ["timestamp('2024-01-01T00:00:00Z').getMinutes('-1:61')", 59],
    [
      "timestamp('2024-01-01T00:00:00Z').getMinutes('0:x')",
      'error: strconv.Atoi: parsing "x": invalid syntax',
    ],
    ["timestamp('0001-01-01T00:00:00Z').getFullYear('America/New_York')", 0],
    ["timestamp('2024-01-01T00:00:00Z').getHours('Foo')", "error: unknown time zone Foo"],
    ["timestamp('2024-01-01T00:00:00Z').getHours('../UTC')", "error: time: invalid location name"],
    ["timestamp('2024-01-01T00:00:00Z').getFullYear('Local') > 2000", true],
    ["'ab'.matches('(?P<n>a)(?P<n>b)')", true],
    ["isURL('*')", true],
    ["url('http://[fe80::1%25en0]/').getHostname()", "fe80::1%en0"],
    ["url('a://u@ffff::0:g:80/').getPort()", "80"],
    ["url('a://u@ffff::0:g:80/').getHostname()", "ffff::0:g"],
    ["[1u, 2u].sum() == 3u", true],
    ["[dyn(1e-9), dyn(true)].min()", 1e-9],
    ["[dyn('a'), dyn(1), dyn('A')].min()", "A"],
    ["[dyn(1), dyn('a'), dyn(2)].max()", 2],
    ["[dyn('b'), dyn(1), dyn('a')].isSorted()", true],
    ["[dyn('b'), dyn(1), dyn(0)].isSorted()", false],
    ["[dyn(1), dyn(null)].min()", "error: no such overload"],
    ["[dyn(1), dyn([1])].isSorted()", "error: no such overload"],
    ["'%s'.format([[-0.0, {'a': -0.0}]])", '[-0.000000, {"a":-0.000000}]'],
    ["'%f %e %s'.format([-0.0, -0.0, -0.0])", "0.000000 0.000000×10⁰⁰ -0"],
    ["string(double(dyn(0) * dyn(-1)))", "0"],
    ["duration('2562047h') + duration('2562047h')", "error: integer overflow"],
    ["-9223372036854775808 % -1", "error: integer overflow"],
    ["'%s'.format([b'\\xff'])", `error: error during formatting: could not convert argument ${NO_TEXT}`],
    [
      "'%s'.format([[b'a', b'\\xff']])",
      `error: error during formatting: could not convert argument ${NO_TEXT}`,
    ],
    [
      "'%s'.format([dyn([quantity('1')])])",
      "error: error during formatting: no formatting function for kubernetes.Quantity",
    ],
    [
      "'%s'.format([{0.5: 1}])",
      "error: error during formatting: no formatting function for map key of type double",
    ],
    [
      "'%s'.format([{null: 1}])",
      "error: error during formatting: no formatting function for map key of type null_type",
    ],
    ["{0.5: 1}[0.5] == 1 && 0.5 in {0.5: 1}", true],
    ["{bytes('a'): 1}.size()", "error: internal error: runtime error: hash of unhashable type types.Bytes"],
    [
      "{semver('1.2.3'): 1}.size()",
      "error: internal error: runtime error: hash of unhashable type cel.Semver",
    ],
    [
      "[1].transformMapEntry(i, x, {bytes('a'): x})",
      "error: internal error: runtime error: hash of unhashable type types.Bytes",
    ],
    [
      "dyn(bytes('a')) in {'a': 1}.transformMap(k, v, v)",
      "error: internal error: runtime error: hash of unhashable type types.Bytes",
    ],
    ["dyn(bytes('a')) in {}", false],
    ["[[1], [2]].flatten(-5)", "error: level must be non-negative"],
    ["[[1], [2]].flatten(-6)", "error: operation cancelled: actual cost limit exceeded"],
    [
      "('%d' + ' %y').format([dyn('a')])",
      "error: error during formatting: decimal clause can only be used on integers, was given string",
    ],
    ["('%' + '').format([])", "error: index 0 out of range"],
    [
      "('%.' + '-2f').format([1.5])",
      `error: ${PRECISION}error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax`,
    ],
    ["('%.' + '2').format([1.5])", `error: ${PRECISION}could not find end of precision specifier`],
    [
      "('%' + '😀').format([1])",
      'error: could not parse formatting clause: unrecognized formatting clause "ð"',
    ],
    ["[[{'a': 1}.a], [2]].flatten(-10)", "error: level must be non-negative"],
    ["[[{'a': 1}.a], [2]].flatten(-1000)", "error: operation cancelled: actual cost limit exceeded"],
    ["[[1], [2]].flatten(-9223372036854775808)", "error: operation cancelled: actual cost limit exceeded"],
    ["dyn([1])[dyn(quantity('1'))]", "error: invalid qualifier type: cel.Quantity"],
    ["dyn({'a': 1})[?timestamp(object == null ? 1 : 2)]", "error: invalid qualifier type: types.Timestamp"],
    ["dyn({'a': 1})[object]", "error: invalid qualifier type: <nil>"],
    ["dyn({'a': 1})[request]", "error: invalid qualifier type: map[string]interface {}"],
    ["{timestamp(0): 1}.transformMap(k, v, v).size()", 1],
    ["{null: 1}.transformMap(k, v, v).size()", 1],
    ["dyn(1).all(k, v, true)", "error: unsupported comprehension range type: types.Int"],
    ["dyn('a').transformList(k, v, v)", "error: unsupported comprehension range type: types.String"],
    ["''.split('', 1)", []],
    ["''.split('')", []],
    ["'a'.split('', 1)", ["a"]],
    ["-dyn(duration('1s')) == duration('-1s')", true],
    ["-dyn('a')", "error: no such overload"],
    ["-dyn(1u)", "error: no such overload: -_"],
    ["-dyn([1])", "error: no such overload: -_"],
    ["isURL('https://[1]/') || isURL('https://[1.2.3.4]/')", false],
    ["dyn('a').flatten()", "error: no such overload: string.flatten()"],
    ["dyn('a').flatten(1)", "error: no such overload: string.flatten(int)"],
    ["dyn([dyn([1]), dyn(2)]).flatten()", [1, 2]],
  ])("%s", (expression, value) => {
    expect(run(expression)).toEqual(value);
  });
});

describe("where the reference breaks over what a call costs, its words are said", () => {
  test.each([
    ["[[1]].flatten([1][5])", "ref.Val is *types.Err, not types.Int"],
    ["[[1]].flatten(dyn('a'))", "ref.Val is types.String, not types.Int"],
    ["[[1]].flatten(dyn(null))", "ref.Val is types.Null, not types.Int"],
    ["[[1]].flatten(dyn([1]))", "ref.Val is *types.baseList, not types.Int"],
    ["[[1]].flatten(dyn(quantity('1')))", "ref.Val is cel.Quantity, not types.Int"],
    ["dyn('a').distinct()", "types.String is not traits.Lister: missing method Contains"],
    ["dyn({1: 2}).distinct()", "*types.baseMap is not traits.Lister: missing method Add"],
  ])("%s", (expression, words) => {
    expect(run(expression)).toBe(`error: internal error: interface conversion: ${words}`);
  });
});

test("a leading dot is never a variable of a macro", () => {
  const made = compile("[1, 2].all(x, .x < 3)", ENVIRONMENT);
  expect(made).toMatchObject({
    text: expect.stringContaining("1:16: undeclared reference to '.x' (in container '')"),
  });
});

test.each([
  ["'abc'.startsWith('0123456789012345678901234567890')", 4],
  ["matches('aaaa', 'a+b+c+')", 2],
  ["optional.of('a').optMap(x, 1).hasValue()", 4],
  ["optional.of('a').optMap(x, x).hasValue()", 7],
])("costs of %s", (expression, cost) => {
  const program = compile(expression, ENVIRONMENT);
  if (program.kind === "issues") throw new Error(program.text);
  expect(program.run({}).cost).toBe(cost);
});

test.each(["[type(1)].all(t, t == int)", "type(1) in {}.transformMap(t, v, v)", "{type(1): 2}.map(t, t)"])(
  "a variable whose value is a type is taken for the name of one: %s",
  (expression) => {
    const made = compile(expression, ENVIRONMENT);
    const text = "program instantiation failed: reference to undefined type: t";
    expect(made).toMatchObject({ kind: "issues", text });
  },
);
