import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { fieldsAt, schemaReady, valuesAt } from "./schema.ts";

/** Offers the fields that may stand here, and the values of those that have few. */
export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const path = pathAt(context, line.number, indentOf(before));
  await schemaReady();
  const value = /^[\s-]*([\w.-]+):\s+(?:\[[^\]]*)?"?([\w*/.-]*)$/.exec(before);
  if (value !== null) {
    const options = valuesAt([...path, value[1] ?? ""]).map((label) => ({ label, type: "enum" }));
    return options.length === 0 ? null : { from: context.pos - (value[2] ?? "").length, options };
  }
  const key = /^[\s-]*([\w.-]*)$/.exec(before);
  if (key === null || (key[1] === "" && !context.explicit)) return null;
  const options = fieldsAt(path).map(({ name, detail, info }) => ({
    label: name,
    apply: `${name}: `,
    detail,
    ...(info !== "" && { info }),
    type: "property",
  }));
  return options.length === 0 ? null : { from: context.pos - (key[1] ?? "").length, options };
}

/** Indentation of a line in characters; the dash of a list item counts. */
const indentOf = (text: string): number => /^[\s-]*/.exec(text)?.[0].length ?? 0;

/** The keys above a line: each line that is moved in less. Begins with the kind of the document. */
function pathAt({ state: { doc } }: CompletionContext, from: number, indent: number): string[] {
  const path: string[] = [];
  let least = indent;
  let kind = "";
  for (let number = from; number >= 1; number--) {
    const { text } = doc.line(number);
    if (text.startsWith("---")) break;
    const kindHere = /^kind:\s*(\w+)/.exec(text);
    if (kindHere !== null) kind = kindHere[1] ?? "";
    if (number === from || text.trim() === "" || text.trim().startsWith("#")) continue;
    const key = /^([\s-]*)([\w.-]+):/.exec(text);
    if (key === null) continue;
    const at = (key[1] ?? "").length;
    if (at >= least || (at === (key[1] ?? "").length && at >= least)) continue;
    path.unshift(key[2] ?? "");
    least = at;
  }
  return [kind || kindBelow(doc.toString().split("\n").slice(from)), ...path];
}

function kindBelow(lines: readonly string[]): string {
  for (const line of lines) {
    if (line.startsWith("---")) return "";
    const found = /^kind:\s*(\w+)/.exec(line);
    if (found !== null) return found[1] ?? "";
  }
  return "";
}
