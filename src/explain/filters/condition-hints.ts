import type { Question } from "./question.ts";

/**
 * True if the error comes from a condition of the mutating phase that reads the name of an object that has
 * only generateName.
 */
export const isGeneratedName = (text: string, { attributes }: Pick<Question, "attributes">): boolean =>
  attributes.operation === "CREATE" && attributes.name === "" && /no such key: name\b/.test(text);

/** Returns the likely reason for the error of an expression, in brackets; empty if it is not known. */
export function errorHint(
  text: string,
  expression: string,
  question: Pick<Question, "attributes">,
  isOfWebhook = false,
): string {
  const { operation, kind, namespace, resource } = question.attributes;
  if (isGeneratedName(text, question))
    return " (the name is still to be generated: there is only generateName)";
  const reads = (name: keyof typeof READS): boolean => READS[name].test(expression);
  if (operation === "CREATE" && reads("oldObject")) return " (oldObject is null on CREATE)";
  if (operation === "DELETE" && reads("object")) return " (object is null on DELETE: oldObject has it)";
  if (operation === "CONNECT" && reads("object"))
    return ` (on CONNECT object is a ${kind.kind}, not the ${resource.resource} itself)`;
  if (isOfWebhook && reads("namespaceObject"))
    return " (conditions of webhooks see no namespace, namespaceObject is null: only policies have it)";
  if ((namespace === "" || kind.kind === "Namespace") && reads("namespaceObject"))
    return " (namespaceObject is null for what is in no namespace, and for namespaces)";
  if (reads("params") && /params/.test(text)) return " (params is null without a parameter)";
  const [, key] = /no such key: ([\w./-]+)/.exec(text) ?? [];
  const field = key === undefined ? undefined : fieldOf(expression, key);
  return field === undefined ? "" : ` (ask first: has(${field}))`;
}

/** Patterns for reading a member of a variable. */
const READS = {
  object: /(?:^|[^.\w])object\s*[.[]/,
  oldObject: /(?:^|[^.\w])oldObject\s*[.[]/,
  namespaceObject: /(?:^|[^.\w])namespaceObject\s*[.[]/,
  params: /(?:^|[^.\w])params\s*[.[]/,
} as const;

const DOCUMENTS: ReadonlySet<string | undefined> = new Set(["object", "oldObject", "request", "params"]);

/** Returns the first path in an expression that reads a member of this name. */
function fieldOf(expression: string, key: string): string | undefined {
  for (const path of expression.match(/[\w.]+/g) ?? []) {
    const parts = path.split(".");
    const at = parts.indexOf(key, 1);
    if (at > 0 && DOCUMENTS.has(parts[0])) return parts.slice(0, at + 1).join(".");
  }
  return undefined;
}
