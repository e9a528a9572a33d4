import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  DiagnosticSeverity,
  type Range,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Finding } from "../../lint/finding.ts";

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** Returns a finding as a diagnostic: it marks the text of its line. */
export const diagnosticOf = (finding: Finding, document: TextDocument): Diagnostic => ({
  range: lineRange(document, finding.line - 1),
  severity: SEVERITIES[finding.severity],
  code: finding.rule,
  source: "sallyport",
  message: finding.fix === "" ? finding.message : `${finding.message}\n${finding.fix}`,
  data: { fix: finding.fix, path: finding.path },
});

/** The range of a line without the white space around its text. */
function lineRange(document: TextDocument, line: number): Range {
  const at = Math.max(0, Math.min(line, document.lineCount - 1));
  const text = lineText(document, at);
  const start = text.length - text.trimStart().length;
  return { start: { line: at, character: start }, end: { line: at, character: text.trimEnd().length } };
}

/** Characters of a line, and of a text before a position, that are read. */
export const LONGEST_TEXT = 2_000;

/** The text of a line without its line feed. */
export const lineText = (document: TextDocument, line: number): string =>
  document
    .getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } })
    .slice(0, LONGEST_TEXT)
    .replace(/\r?\n$/, "");

/** Returns the changes that the fix of a finding describes, as far as it is one value of one line. */
export function actionsFor(diagnostic: Diagnostic, document: TextDocument): CodeAction[] {
  const { fix = "", path = "" } = (diagnostic.data ?? {}) as { fix?: string; path?: string };
  const { line } = diagnostic.range.start;
  const edit = editOf(fix, path, lineText(document, line), line);
  if (edit === undefined) return [];
  return [
    {
      title: fix,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: true,
      edit: { changes: { [document.uri]: [edit] } },
    },
  ];
}

/** A word of YAML that is replaced: a plain or quoted scalar. */
const VALUE = /("[^"]*"|'[^']*'|[^\s,[\]{}]+)/;

function editOf(fix: string, path: string, text: string, line: number): TextEdit | undefined {
  const [, from, to] = /^replace (\S+) with (\S+)$/.exec(fix) ?? [];
  if (from !== undefined && to !== undefined)
    return replacing(new RegExp(`(?<![\\w-])${escaped(from)}(?![\\w-])`), to, text, line);
  const [, field, value] = /^(?:write )?(\w+): (\w+)(?:$|, )/.exec(fix) ?? [];
  if (field !== undefined && value !== undefined)
    return replacing(new RegExp(`(?<=\\b${field}:\\s*)${VALUE.source}`), value, text, line);
  const [, written] = /^write ("?[\w./-]*"?)$/.exec(fix) ?? [];
  const name = path.split("/").at(-1) ?? "";
  if (written === undefined || !/^\w+$/.test(name)) return undefined;
  const isItem = /^\d+$/.test(name);
  const owner = isItem ? (path.split("/").at(-2) ?? "") : name;
  const inFlow = new RegExp(`(?<=\\b${owner}:\\s*\\[(?:[^\\],]*,){${isItem ? name : 0}}\\s*)${VALUE.source}`);
  return (
    replacing(inFlow, written, text, line) ??
    replacing(new RegExp(`(?<=\\b${owner}:\\s*)${VALUE.source}`), written, text, line) ??
    (isItem ? replacing(new RegExp(`(?<=^\\s*-\\s+)${VALUE.source}`), written, text, line) : undefined)
  );
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function replacing(pattern: RegExp, newText: string, text: string, line: number): TextEdit | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [start, end] = [found.index, found.index + found[0].length];
  return { range: { start: { line, character: start }, end: { line, character: end } }, newText };
}
