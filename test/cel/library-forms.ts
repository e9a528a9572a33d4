/** Types of the Kubernetes libraries, in addition to the types of CEL itself. */
export type LibraryType = "quantity" | "ip" | "cidr" | "url" | "semver" | "format" | "numbers" | "optional";

type Forms = readonly string[];

const words = (text: string): Forms => text.split("|");

const lines = (text: string): Forms =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());

export const LIBRARY_LEAVES: Readonly<Record<LibraryType, Forms>> = {
  quantity: words(
    "quantity('1Gi')|quantity('-1.5')|quantity('100m')|quantity('1e3')|quantity('9223372036854775807')|quantity('0')|quantity('1.5Ki')|quantity('12E')|quantity('+2k')|quantity('5n')|quantity('x')",
  ),
  ip: words(
    "ip('10.0.0.1')|ip('127.0.0.1')|ip('::1')|ip('fe80::1')|ip('ff02::1')|ip('0.0.0.0')|ip('2001:db8::A')|ip('::ffff:1.2.3.4')|ip('169.254.1.1')|ip('224.0.0.1')|ip('1.2.3')",
  ),
  cidr: words(
    "cidr('10.0.0.0/8')|cidr('10.1.2.3/8')|cidr('2001:db8::/32')|cidr('0.0.0.0/0')|cidr('::ffff:1.2.3.4/96')|cidr('1.2.3.4/32')|cidr('1.2.3.4/33')|cidr('01.2.3.4/8')",
  ),
  url: words(
    "url('https://h:80/p%20q?a=1&a=2&b#f')|url('/only/path')|url('http://[::1]:8080/')|url('https://user:pw@h.example.com')|url('https:///x')|url('mailto:a@b')|url('../x')|url('http://h/%zz')",
  ),
  semver: words(
    "semver('1.2.3')|semver('1.2.3-alpha.1+b.2')|semver('v1.2', true)|semver('01.2.3')|semver('1', true)|semver('2.0.0-rc.1')|semver('1.2.3', false)|semver('v01.02', true)",
  ),
  format: words(
    "format.dns1123Label()|format.dns1123Subdomain()|format.dns1035Label()|format.qualifiedName()|format.dns1123LabelPrefix()|format.dns1123SubdomainPrefix()|format.dns1035LabelPrefix()|format.labelValue()|format.uri()|format.uuid()|format.byte()|format.date()|format.datetime()|format.named('uuid').value()|format.named('other').orValue(format.date())",
  ),
  numbers: words("[1.5, -2.0]|[0.0]|[1e300, 1e300, 2.5]|[dyn(1), dyn(2.5)]"),
  optional: words(
    "optional.none()|optional.of(1)|optional.of('a')|object.?spec|object.?metadata.?labels[?'app']|object.?nothing.?at.all",
  ),
};

export const LIBRARY_FORMS: Readonly<Record<LibraryType, Forms>> = {
  quantity: lines(`
    quantity(<string>)
    <quantity>.add(<quantity>)
    <quantity>.add(<int>)
    <quantity>.sub(<quantity>)
    <quantity>.sub(<int>)
    <bool> ? <quantity> : <quantity>
  `),
  ip: lines(`
    ip(<string>)
    <cidr>.ip()
    <bool> ? <ip> : <ip>
  `),
  cidr: lines(`
    cidr(<string>)
    <cidr>.masked()
    cidr(string(<ip>) + '/24')
  `),
  url: lines(`
    url(<string>)
    url('https://' + <string> + '/')
    url('/' + <string>)
  `),
  semver: lines(`
    semver(<string>)
    semver(<string>, <bool>)
    semver(string(<int>) + '.0.1')
  `),
  format: lines(`
    format.named(<string>).value()
    <bool> ? <format> : <format>
  `),
  numbers: lines(`
    [<double>, <double>]
    <ints>.map(x, double(x))
    <numbers> + <numbers>
    <numbers>.sort()
  `),
  optional: lines(`
    optional.of(<int>)
    optional.of(<string>)
    optional.ofNonZeroValue(<any>)
    <optional>.or(<optional>)
    <optional>.optMap(x, [x])
    <optional>.optFlatMap(x, optional.of(x))
    <map>[?<string>]
    <ints>[?<int>]
    <ints>.first()
    <strings>.last()
    <format>.validate(<string>)
    format.named(<string>)
    object.?spec[?<string>]
    object.spec.?containers[?<int>].?image
  `),
};

/** Forms that these types add to the other types. */
export const MORE_FORMS = {
  int: lines(`
    sign(<quantity>)
    <quantity>.compareTo(<quantity>)
    <quantity>.asInteger()
    <ip>.family()
    <cidr>.prefixLength()
    <semver>.major()
    <semver>.minor()
    <semver>.patch()
    <semver>.compareTo(<semver>)
    <url>.getQuery().size()
    <ints>.lastIndexOf(<int>)
    <string>.indexOf(<string>, <int>)
    <strings>.last().orValue('').size()
    <optional>.optMap(x, 1).orValue(<int>)
    int(<span>)
    int(<int>)
    <time>.getMonth()
    <time>.getDayOfMonth('UTC')
    <time>.getDate()
    <time>.getSeconds()
    <time>.getMilliseconds()
    <span>.getHours()
    <span>.getSeconds()
    <bytes>.size()
    [<ints>, <ints>].map(l, l.size()).sum()
  `),
  double: lines(`
    <quantity>.asApproximateFloat()
    <numbers>.sum()
    <numbers>.max()
    <numbers>.min()
    <numbers>[<int>]
    double(<double>)
  `),
  string: lines(`
    string(<ip>)
    string(<cidr>)
    <url>.getScheme()
    <url>.getHost()
    <url>.getHostname()
    <url>.getPort()
    <url>.getEscapedPath()
    <url>.getQuery()['a'].join(',')
    <format>.validate(<string>).orValue([]).join(';')
    '%s'.format([<ints>])
    '%s %s'.format([<map>, <strings>])
    '%e and %f'.format([<double>, <double>])
    '%X'.format([<string>])
    '%x'.format([<bytes>])
    '%d'.format([<uint>])
    '%b'.format([<bool>])
    '%s|%s|%s'.format([<time>, <span>, <bytes>])
    '%s'.format([<optional>])
    '%.3e'.format([<double>])
    '%%%s'.format([<string>, <string>])
    '%d'.format([<string>])
    '%y'.format([<int>])
    <string>.findAll('[a-z]+', <int>).join('-')
    <string>.replace('', <string>)
    <string>.split('').join('.')
    string(type(<any>))
    <strings>.first().orValue('none')
    <strings>.join(string(<int>))
    <string>.lastIndexOf('a') > 0 ? <string> : <string>
  `),
  bool: lines(`
    <quantity>.isGreaterThan(<quantity>)
    <quantity>.isLessThan(<quantity>)
    <quantity>.isInteger()
    <quantity> == <quantity>
    <ip>.isUnspecified()
    <ip>.isLoopback()
    <ip>.isLinkLocalMulticast()
    <ip>.isLinkLocalUnicast()
    <ip>.isGlobalUnicast()
    <ip> == <ip>
    ip.isCanonical(<string>)
    ip.isCanonical(string(<ip>))
    <cidr>.containsIP(<ip>)
    <cidr>.containsIP(<string>)
    <cidr>.containsCIDR(<cidr>)
    <cidr>.containsCIDR(<string>)
    <cidr> == <cidr>
    <url> == <url>
    <semver>.isLessThan(<semver>)
    <semver>.isGreaterThan(<semver>)
    <semver> == <semver>
    isSemver(<string>, <bool>)
    <format>.validate(<string>).hasValue()
    <format> == <format>
    <optional>.hasValue()
    <optional> == <optional>
    <any> in <strings>
    <any> in <map>
    <map>.all(k, v, k != <string> && v > <int>)
    <map>.exists(k, v, v == <int>)
    <map>.existsOne(k, v, v > 1)
    <ints>.existsOne(i, x, i == x)
    <ints>.exists(i, x, x / i > 1)
    sets.contains(<strings>, <strings>)
    sets.equivalent(<numbers>, <ints>)
    sets.intersects([<any>], [<any>])
    <string>.matches(<string>)
    <double> < <int>
    <uint> == <int>
    dyn(<any>) < dyn(<int>)
    type(<any>) == type(<any>)
    <numbers>.isSorted()
    <strings>.exists_one(x, x.startsWith(<string>))
    !(<any> == <any>) || <bool>
  `),
  ints: lines(`
    lists.range((<int>) % 100)
    <ints>.slice(<int>, <int>)
    [[<ints>], [<ints>]].flatten(<int>)
    <map>.transformList(k, v, v).sort()
    <map>.transformList(k, v, v > 1, v).sort()
    <ints>.transformList(i, x, i > 0, x)
    <strings>.sortBy(x, x.size()).map(x, x.size())
    [<optional>].flatten().map(x, 1)
    <ints>.map(x, <ints>.map(y, x * y)).flatten()
  `),
  strings: lines(`
    <string>.findAll('.')
    <url>.getQuery().map(k, k).sort()
    <format>.validate(<string>).orValue([])
    <strings>.slice(<int>, <int>)
    <strings>.distinct()
    <strings>.sortBy(x, x.size())
    <map>.transformList(k, v, k + string(v)).sort()
    ['%s'.format([<any>])]
  `),
  map: lines(`
    <strings>.transformMap(i, x, x.size()).transformMapEntry(k, v, {string(k): v})
    <ints>.transformMapEntry(i, x, x > 1, {string(x): i})
    <map>.transformMapEntry(k, v, {k + 'x': v})
    {'a': <int>, ?'b': optional.none(), ?'c': <ints>[?0]}
  `),
  any: lines(`
    <quantity>
    <ip>
    <cidr>
    <url>
    <semver>
    <format>
    <numbers>
    <optional>
    <optional>.value()
    <optional>.orValue(<any>)
    <url>.getQuery()
    <strings>.transformMap(i, x, x)
    [<any>, <any>]
    {<string>: <any>}
    {<int>: <any>}
    {<bool>: <string>}[<bool>]
    type(<optional>)
    [<ints>, [<any>]]
  `),
};
