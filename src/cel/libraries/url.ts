import { parseQuery } from "../../go/query.ts";
import { escapedPath, type GoUrl, parseGoUrl, parseRequestUrl } from "../../go/url.ts";
import { countingMember, global, type Library, member } from "../types/functions.ts";
import { costSize, traversal } from "../values/costs.ts";
import { CelError, CelMap, CelObject, type MapKey, otherType, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";

declare module "../types/functions.ts" {
  interface ObjectValues {
    "kubernetes.URL": CelUrl;
  }
}

const TYPE = "kubernetes.URL";

class CelUrl extends CelObject {
  readonly typeName = TYPE;
  override readonly unitEquality = true;
  readonly url: GoUrl;
  readonly text: string;

  constructor(url: GoUrl, text: string) {
    super();
    this.url = url;
    this.text = text;
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof CelUrl ? this.text === other.text : otherType(other);
  }
}

function read(text: string): Value {
  // Parsed twice, as in apiserver's cel/library/urls.go: as the URL of a request, and then with its fragment.
  const request = parseRequestUrl(text);
  const url = "error" in request ? request : parseGoUrl(text);
  if ("error" in url) return new CelError(`URL parse error during conversion from string: ${url.error}`);
  return new CelUrl(url, text);
}

const of = (value: CelUrl): GoUrl => value.url;

/** Returns the URL and counts work, for functions that cost one step and read the whole text. */
function walked(work: Work, value: CelUrl): GoUrl {
  const { url, text } = value;
  work.spendText(text.length);
  return url;
}

/** Splits host and port (splitHostPort of net/url). The brackets of IPv6 addresses are removed. */
function hostParts(host: string): readonly [string, string] {
  const colon = host.lastIndexOf(":");
  const hasPort = colon !== -1 && /^\d*$/.test(host.slice(colon + 1));
  const name = hasPort ? host.slice(0, colon) : host;
  const isBracketed = name.startsWith("[") && name.endsWith("]");
  return [isBracketed ? name.slice(1, -1) : name, hasPort ? host.slice(colon + 1) : ""];
}

function query(work: Work, value: CelUrl): Value {
  const entries = new Map<MapKey, { key: Value; value: Value[] }>();
  for (const [key, item] of parseQuery(walked(work, value).query)) {
    const entry = entries.get(key);
    if (entry === undefined) entries.set(key, { key, value: [item] });
    else entry.value.push(item);
  }
  return new CelMap(entries);
}

const nominal = (): number => 1;

/** Functions such as `url('https://example.com:80/').getPort()`. */
export const URLS: Library = {
  overloads: [
    global("string_to_url", "url", "string -> kubernetes.URL", read),
    global("is_url_string", "isURL", "string -> bool", (text) => !("error" in parseRequestUrl(text))),
    member("url_get_scheme", "getScheme", "kubernetes.URL -> string", (u) => of(u).scheme, nominal),
    member("url_get_host", "getHost", "kubernetes.URL -> string", (u) => of(u).host, nominal),
    countingMember(
      "url_get_hostname",
      "getHostname",
      "kubernetes.URL -> string",
      (work, u) => hostParts(walked(work, u).host)[0],
      nominal,
    ),
    countingMember(
      "url_get_port",
      "getPort",
      "kubernetes.URL -> string",
      (work, u) => hostParts(walked(work, u).host)[1],
      nominal,
    ),
    countingMember(
      "url_get_escaped_path",
      "getEscapedPath",
      "kubernetes.URL -> string",
      (work, u) => escapedPath(walked(work, u)),
      nominal,
    ),
    countingMember(
      "url_get_query",
      "getQuery",
      "kubernetes.URL -> map(string, list(string))",
      query,
      nominal,
    ),
  ],
  costs: { url: ([text = null], work) => traversal(costSize(text, work)) },
};
