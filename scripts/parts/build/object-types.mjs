// The types of decoded objects, made of the tables of fields: what validation reads them as.

/** Types that stand elsewhere, written by hand: by name, the file below src/ and the name there. */
const ELSEWHERE = {
  "meta/v1.ObjectMeta": ["api/meta.ts", "ObjectMeta"],
};

const SCALARS = {
  s: "string",
  b: "boolean",
  i: "number",
  l: "number",
  d: "number",
  y: "string",
  T: "string",
  M: "string",
  D: "string",
  Q: "string",
  I: "string | number",
  R: "Json",
  F: "Json",
  J: "Json",
  B: "Json",
  A: "Json",
  S: "Json",
};

/** Below src/: where the types of a table are written. */
export function fileOfTypes(table) {
  const [group, version] = table.split("/");
  return `types/tables/${group}/${version}-types.ts`;
}

/**
 * The types of tables that sources import by name, and the types of their fields, directly and indirectly: names such as
 * `core/v1.Pod`. `sources`: path below src/ and text of each.
 */
export function usedTypes(sources, { fieldFacts }) {
  const used = new Set();
  const waiting = [...sources].flatMap(([path, text]) => importedTypes(path, text));
  for (const name of waiting) {
    if (used.has(name)) continue;
    used.add(name);
    for (const { type } of fieldFacts(name) ?? []) waiting.push(...messagesIn(type));
  }
  return used;
}

const IMPORTS = /^import (?:type )?\{([^}]*)\} from "[^"]*types\/tables\/([\w/]+)-types\.ts";/gm;

function importedTypes(path, text) {
  if (path.startsWith("types/tables/")) return [];
  return [...text.matchAll(IMPORTS)].flatMap(([, names, table]) =>
    [...names.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)].map(([, name]) => `${table}.${name}`),
  );
}

const messagesIn = (type) =>
  type.kind === "message"
    ? [type.name]
    : [type.item, type.value].flatMap((one) => (one ? messagesIn(one) : []));

/**
 * The file of one table with its `used` types; undefined if there are none. The functions are those of
 * `types/notation/tables.ts`.
 */
export function textOfTypes(table, used, { fieldFacts, typeNamesOf, isConfiguration }) {
  const imports = new Map();
  const context = { table, imports, isFilled: isConfiguration(table) };
  const names = typeNamesOf(table).filter(
    (name) => used.has(`${table}.${name}`) && ELSEWHERE[`${table}.${name}`] === undefined,
  );
  if (names.length === 0) return undefined;
  const types = names.map((name) => typeText(`${table}.${name}`, name, fieldFacts, context));
  return `// Made of the tables of fields by \`npm run update -- object-types\`; not to be changed by hand.\n${importsText(imports, table)}${separated(types)}`;
}

/** Types of one line follow one another without an empty line. */
const separated = (types) =>
  types.map((text, i) => (i === 0 || (isLine(text) && isLine(types[i - 1])) ? text : `\n${text}`)).join("");

const isLine = (text) => text.indexOf("\n") === text.length - 1;

function importsText(imports, table) {
  const here = fileOfTypes(table).split("/").slice(0, -1);
  const lines = [...imports]
    .map(([file, names]) => [relativePath(here, file.split("/")), [...names].sort(compare)])
    .sort(([a], [b]) => compare(b.split("../../").length, a.split("../../").length) || compare(a, b))
    .map(([path, names]) => importLine(names, path));
  return lines.length === 0 ? "\n" : `${lines.join("")}\n`;
}

function importLine(names, path) {
  const line = `import type { ${names.join(", ")} } from "${path}";\n`;
  return line.length <= LONGEST_LINE + 1
    ? line
    : `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "${path}";\n`;
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function relativePath(from, to) {
  let same = 0;
  while (from[same] !== undefined && from[same] === to[same]) same++;
  const up = from.slice(same).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...to.slice(same)].join("/");
}

function typeText(typeName, name, fieldFacts, context) {
  const fields = flattened(typeName, fieldFacts);
  if (fields.length === 0) return `export type ${name} = Record<string, never>;\n`;
  const members = fields.map((field) => memberText(field, context));
  if (!members.every((member) => member.endsWith(ABSENT)))
    return braced(`export type ${name} = {`, members, "};");
  imported(context, "types/optional.ts", "Optional");
  const plain = members.map((member) => member.slice(0, -ABSENT.length).replace("?: ", ": "));
  return braced(`export type ${name} = Optional<{`, plain, "}>;");
}

const LONGEST_LINE = 110;

/** On one line if it is short enough. */
function braced(begin, members, end) {
  const line = `${begin} ${members.join("; ")} ${end}`;
  return line.length <= LONGEST_LINE
    ? `${line}\n`
    : `${begin}\n${members.map((one) => `  ${one};\n`).join("")}${end}\n`;
}

const flattened = (typeName, fieldFacts) =>
  (fieldFacts(typeName) ?? []).flatMap((field) =>
    field.embedded
      ? flattened(field.type.name, fieldFacts).map((one) => ({ ...one, isKind: isTypeMeta(field) }))
      : [field],
  );

const isTypeMeta = ({ type }) => type.name === "meta/v1.TypeMeta";

/** The end of a member that may be absent. */
const ABSENT = " | undefined";

/** Anything but metadata may be absent; what is printed even when empty may be null. In files, only pointers are absent. */
function memberText({ name, type, pointer, always, isKind }, context) {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const value = valueText(type, context);
  if (context.isFilled)
    return pointer || value === "Json"
      ? `readonly ${key}?: ${value} | undefined`
      : `readonly ${key}: ${value}`;
  // Kinds are assignable to KubeObject, which has no undefined here.
  if (isKind) return `${key}?: ${value}`;
  const isTime = type.kind === "scalar" && (type.code === "T" || type.code === "M");
  if (name === "metadata" && value === "ObjectMeta") return `${key}: ${value}`;
  const nullable = always && (pointer || type.kind === "list" || type.kind === "map" || isTime);
  return `${key}?: ${value}${nullable ? " | null" : ""} | undefined`;
}

function valueText(type, context) {
  if (type.kind === "scalar") return scalarText(type.code, context);
  if (type.kind === "list") {
    const item = valueText(type.item, context);
    if (context.isFilled) return `readonly ${item}[]`;
    return item.includes(" ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  }
  if (type.kind === "map")
    return `{ ${context.isFilled ? "readonly " : ""}[key: string]: ${valueText(type.value, context)} }`;
  const [file, name] = ELSEWHERE[type.name] ?? placeOf(type.name);
  return file === fileOfTypes(context.table) ? name : imported(context, file, name);
}

function scalarText(code, context) {
  return SCALARS[code] === "Json" ? imported(context, "json/value.ts", "Json") : SCALARS[code];
}

function placeOf(typeName) {
  const dot = typeName.lastIndexOf(".");
  return [fileOfTypes(typeName.slice(0, dot)), typeName.slice(dot + 1)];
}

function imported({ imports }, file, name) {
  imports.set(file, (imports.get(file) ?? new Set()).add(name));
  return name;
}
