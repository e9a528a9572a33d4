import { type JsonObject, record, records, text } from "../../json/value.ts";
import { nearest } from "../near.ts";
import { valueHint } from "../refused/expression-hints.ts";
import { type Path, valueAt } from "../sources.ts";

/** Returns a guess at what is meant at the place of an error of validation, in brackets; empty if there is none. */
export const objectHint = (told: string, path: Path, object: JsonObject): string =>
  valueHint(told, valueAt(object, path), object) ||
  volumeHint(told, path, object) ||
  selectorHint(told, object) ||
  nearKeyHint(told, path, object);

/** A volume of the pod with nearly the name that a mount has. */
function volumeHint(told: string, path: Path, object: JsonObject): string {
  const containers = path.findIndex((part) => part === "containers" || part === "initContainers");
  if (containers < 0 || !path.includes("volumeMounts") || !told.includes("Not found")) return "";
  const { volumes } = record(valueAt(object, path.slice(0, containers)));
  const near = nearest(
    text(valueAt(object, path)),
    records(volumes).map(({ name }) => text(name)),
  );
  return near === undefined ? "" : ` ("${near}" is probably meant)`;
}

/** A key with nearly the name of one that is required, beside its place. */
function nearKeyHint(told: string, path: Path, object: JsonObject): string {
  if (!told.includes("Required value") || valueAt(object, path) !== undefined) return "";
  const [last, around] = [String(path.at(-1)), valueAt(object, path.slice(0, -1))];
  const near = nearest(last, Object.keys(record(around)));
  return near === undefined ? "" : ` ("${near}" is there: "${last}" is probably meant)`;
}

/** The labels of a selector that its template lacks. */
function selectorHint(told: string, { spec }: JsonObject): string {
  const { selector, template } = record(spec);
  if (!told.includes("`selector` does not match template `labels`")) return "";
  const labels = record(record(record(template).metadata).labels);
  const absent = Object.entries(record(record(selector).matchLabels)).filter(
    ([key, value]) => labels[key] !== value,
  );
  const [first] = absent;
  if (first === undefined) return "";
  const [key, value] = first;
  const near = labels[key] === undefined ? nearest(key, Object.keys(labels)) : key;
  const has = near === undefined ? `no label ${key}` : `${near}=${text(labels[near])}`;
  return ` (spec.selector.matchLabels wants ${key}=${text(value)}, and the template has ${has})`;
}
