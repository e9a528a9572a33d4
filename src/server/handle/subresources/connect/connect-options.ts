import type { KubeObject } from "../../../../api/meta.ts";
import { badRequest } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import type { ObjectShape, Shape } from "../../../../types/shape.ts";
import { isTrue } from "../../../accept/query-values.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { Target } from "../../target.ts";
import { transientKind } from "../../transient-kinds.ts";

/**
 * Reads the options object for admission from the query: the fields that the kind has, and no others. Throws
 * 400.
 */
export function connectOptions({ subresource, kind: parent }: Target, context: RequestContext): KubeObject {
  const kind = transientKind(subresource?.kind ?? parent);
  const given: JsonObject = {};
  const { fields } = kind.shape as ObjectShape;
  for (const { name, shape } of fields.values()) {
    const values = name === "path" ? pathOf(context) : context.request.query.getAll(name);
    if (values.length > 0) given[name] = queryValue(shape, values);
  }
  return kind.decode(given);
}

/** Returns the path behind the subresource in the URL, with its last slash. */
function pathOf({ info }: RequestContext): string[] {
  const rest = info.rest.length === 0 ? "" : `/${info.rest.join("/")}`;
  const path = info.path.endsWith("/") && !rest.endsWith("/") ? `${rest}/` : rest;
  return path === "" ? [] : [path];
}

function queryValue(shape: Shape, values: readonly string[]): Json {
  const [first = ""] = values;
  if (shape.kind === "list") return isNumber(shape.item) ? portNumbers(values) : [...values];
  return shape.kind === "scalar" && shape.scalar === "boolean" ? isTrue(first) : first;
}

const isNumber = (shape: Shape): boolean => shape.kind === "scalar" && shape.scalar === "int32";

const MOST = 0xffff;

function portNumbers(values: readonly string[]): number[] {
  return values.flatMap((value) => value.split(",")).map(portNumber);
}

function portNumber(text: string): number {
  const refused = (why: string) =>
    badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quote(text)}: ${why}`);
  if (!/^\d+$/.test(text)) throw refused("invalid syntax");
  if (Number(text) > MOST) throw refused("value out of range");
  return Number(text);
}
