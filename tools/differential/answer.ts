import { yaml } from "../../src/go-yaml/yaml.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../src/json/value.ts";
import type { Answer, Step } from "./case.ts";
import type { Reply } from "./connection.ts";
import type { Normaliser } from "./normalise.ts";

/**
 * Headers of the connection, of the time, or of priority and fairness, whose objects have different uids on each
 * server.
 */
const NOT_COMPARED = new Set([
  "date",
  "content-length",
  "audit-id",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "warning",
  "x-kubernetes-pf-flowschema-uid",
  "x-kubernetes-pf-prioritylevel-uid",
]);

/** An answer in the form in which it is compared. */
export function answerOf(step: Step, reply: Reply, body: Json | undefined, normaliser: Normaliser): Answer {
  const head = {
    step: step.name,
    status: reply.status,
    headers: headersOf(reply, normaliser),
    warnings: warningsOf(reply).map((warning) => normaliser.text(warning)),
  };
  if (step.watch !== undefined) return { ...head, events: eventsOf(reply, normaliser) };
  if (body === undefined) {
    normaliser.learn(objectInYaml(reply.text));
    return { ...head, text: inSteadyOrder(normaliser.text(reply.error ?? reply.text)) };
  }
  normaliser.learn(body);
  const made = normaliser.value(steady(withoutOthers(body, normaliser)));
  return made === undefined ? head : { ...head, body: made };
}

const MANAGED_FIELDS = /^( *)managedFields:\n((?:\1- .*\n(?:\1 {2}.*\n)*)+)/gm;

/**
 * YAML with its managed fields in a fixed order, as the lists in JSON have: entries of the same second have another
 * order than entries of different seconds.
 */
const inSteadyOrder = (text: string): string =>
  text.replace(MANAGED_FIELDS, (_, indent: string, entries: string) => {
    const sorted = entries.split(new RegExp(`^(?=${indent}- )`, "m")).sort();
    return `${indent}managedFields:\n${sorted.join("")}`;
  });

function objectInYaml(text: string): Json | undefined {
  if (!/^(apiVersion|kind|items): /m.test(text)) return undefined;
  try {
    return yaml().parse(text) as Json;
  } catch {
    return undefined;
  }
}

function headersOf({ headers }: Reply, normaliser: Normaliser): Record<string, string> {
  const made: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (NOT_COMPARED.has(name) || value === undefined) continue;
    const text = typeof value === "string" ? value : value.join(", ");
    made[name] = name === "etag" || name === "last-modified" ? `{${name}}` : normaliser.text(text);
  }
  return made;
}

function warningsOf({ headers }: Reply): readonly string[] {
  const warning = headers.warning;
  const list = typeof warning === "string" ? [warning] : (warning ?? []);
  return list.map((text) => Buffer.from(text, "latin1").toString("utf8"));
}

function eventsOf(reply: Reply, normaliser: Normaliser): Json[] {
  const events = (reply.events ?? eventsInLines(reply.text)).filter((event) => !isPlainBookmark(event));
  for (const event of events)
    if (isJsonObject(event) && event.type !== "BOOKMARK") normaliser.learn(event.object);
  return events.map((event) => eventOf(event, normaliser));
}

/** Bookmarks that the server sends from time to time. */
const isPlainBookmark = (event: Json): boolean =>
  isJsonObject(event) &&
  event.type === "BOOKMARK" &&
  !JSON.stringify(event).includes("k8s.io/initial-events-end");

const eventsInLines = (text: string): Json[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): Json => {
      try {
        return JSON.parse(line) as Json;
      } catch {
        return line;
      }
    });

function eventOf(event: Json, normaliser: Normaliser): Json {
  const made = normaliser.value(event) ?? null;
  if (!isJsonObject(made) || made.object === undefined) return made;
  if (made.type === "BOOKMARK" && isJsonObject(made.object)) markVersions(made.object);
  return { ...made, object: withoutAges(made.object) };
}

/** Marks the version of the object itself, and of the object in the row of a Table. */
function markVersions({ metadata, rows }: JsonObject): void {
  if (isJsonObject(metadata)) metadata.resourceVersion = "{rv:bookmark}";
  for (const row of Array.isArray(rows) ? rows : [])
    if (isJsonObject(row) && isJsonObject(row.object)) markVersions(row.object);
}

/** The group of a case, in an OpenAPI document. */
const GROUP = /\b(?:com\.example\.)?(i[0-9a-z]{6})\.(?:example\.com|v)/;

/** OpenAPI of all groups without the kinds that other cases have defined meanwhile. */
function withoutOthers(body: Json, normaliser: Normaliser): Json {
  if (!isJsonObject(body) || body.swagger === undefined) return body;
  const own = (part: Json | undefined): JsonObject =>
    Object.fromEntries(
      Object.entries(record(part)).filter(([name]) => {
        const id = GROUP.exec(name)?.[1];
        return id === undefined || normaliser.isSent(id);
      }),
    );
  return { ...body, paths: own(body.paths), definitions: own(body.definitions) };
}

/** Puts parts without a defined order into a fixed one: causes about keys of one map, items of a list. */
function steady(body: Json): Json {
  if (!isJsonObject(body)) return body;
  if (body.kind === "Status" && isJsonObject(body.details) && Array.isArray(body.details.causes))
    return steadyCauses(body, body.details, body.details.causes);
  if (body.kind === "SelfSubjectRulesReview" && isJsonObject(body.status))
    return { ...body, status: steadyRules(body.status) };
  if (body.kind === "CustomResourceDefinition" && isJsonObject(body.status))
    return { ...body, status: steadyConditions(body.status) };
  if (body.kind === "Table") return withoutAges(body);
  return body;
}

/** A separate controller sets this condition, before or after the others. */
const APPROVAL = "KubernetesAPIApprovalPolicyConformant";

const steadyConditions = (status: JsonObject): JsonObject =>
  Array.isArray(status.conditions)
    ? {
        ...status,
        conditions: status.conditions.toSorted((a, b) => Number(isApproval(a)) - Number(isApproval(b))),
      }
    : status;

const isApproval = (condition: Json): boolean => isJsonObject(condition) && condition.type === APPROVAL;

/** The order of rules is random, because they are made from maps. */
const steadyRules = (status: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(status).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((rule) => JSON.stringify(rule)).sort() : value,
    ]),
  );

const fieldOf = (cause: Json): string =>
  isJsonObject(cause) ? String(cause.field ?? "").replace(/\[[^\]]*\]/g, "[]") : "";

function steadyCauses(status: JsonObject, details: JsonObject, causes: readonly Json[]): JsonObject {
  const sorted: Json[] = [];
  // The order of a schema's properties is random at each level, because they are in maps.
  const field = details.kind === "CustomResourceDefinition" ? () => "" : fieldOf;
  for (let i = 0; i < causes.length; ) {
    let end = i + 1;
    while (end < causes.length && field(causes[end] ?? null) === field(causes[i] ?? null)) end++;
    sorted.push(...causes.slice(i, end).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)));
    i = end;
  }
  const [before, after] = [causesText(causes), causesText(sorted)];
  const message = String(status.message ?? "");
  return {
    ...status,
    message: message.endsWith(before) ? message.slice(0, -before.length) + after : message,
    details: { ...details, causes: sorted },
  };
}

/** Text of the causes. The message has each only once (apimachinery/pkg/util/errors, aggregate.Error). */
const causesText = (causes: readonly Json[]): string => {
  const texts = causes.map((cause) => (isJsonObject(cause) ? `${cause.field}: ${cause.message}` : ""));
  return `[${[...new Set(texts)].join(", ")}]`;
};

const AGE = /^(\d+(s|m|m\d+s|h|h\d+m|d|d\d+h)|\d+y(\d+d)?|<invalid>)$/;

/** A Table in which ages are `{age}`; other values without a change. */
export const withoutAges = (body: Json): Json =>
  isJsonObject(body) && Array.isArray(body.rows) ? { ...body, rows: body.rows.map(rowWithoutAges) } : body;

function rowWithoutAges(row: Json): Json {
  if (!isJsonObject(row) || !Array.isArray(row.cells)) return row;
  return {
    ...row,
    cells: row.cells.map((cell) => (typeof cell === "string" && AGE.test(cell) ? "{age}" : cell)),
  };
}
