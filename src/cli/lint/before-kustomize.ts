import type { LintReport } from "../../lint/finding.ts";
import { shellWord } from "../../report/shell-word.ts";
import { ownCommand } from "../own-command.ts";

/**
 * Rules about one object by itself. The others compare objects with each other, or depend on selectors and certificates, which
 * kustomizations usually write.
 */
const BY_ITSELF: ReadonlySet<string> = new Set([
  ...["invalid-configuration", "unknown-field", "unreadable", "long-timeout"],
  ...["empty-object", "keyword-without-effect", "required-undeclared", "rule-near-limit", "undeclared-path"],
  ...["unguarded-rule", "unkept-value", "unmatchable-pattern"],
  ...["absent-here", "never-holds", "not-stored-field", "quantity-as-text", "unanchored-match"],
  ...["unguarded-field", "unguarded-map", "constant-expression", "costly-expression", "type-error"],
  ...["old-review-version", "removed-version", "unknown-kind"],
  ...[
    "containers-gap",
    "dead-entry",
    "never-matches",
    "never-requested",
    "null-object",
    "operation-not-asked",
  ],
  ...["scale-gap", "subresource-gap", "update-gap"],
]);

/** A variable of kustomize, such as `$(NAMESPACE)`, or a value that a patch can add. */
const REPLACED = /\$\(|: Required value/;

/**
 * Leaves out the findings that need not hold for the objects which kustomize makes of these files. `changed`: files whose
 * objects a kustomization changes, each with its folder. A note says how many were left out, and what to check instead.
 */
export function beforeKustomize(report: LintReport, changed: ReadonlyMap<string, string>): LintReport {
  const isCertain = ({ file, rule, message }: LintReport["findings"][number]): boolean =>
    !changed.has(file) || (BY_ITSELF.has(rule) && !REPLACED.test(message));
  const left = report.findings.filter((finding) => !isCertain(finding));
  if (left.length === 0) return report;
  const folders = [...new Set(left.map(({ file }) => changed.get(file) ?? ""))].sort();
  const commands = folders
    .slice(0, MOST_SHOWN)
    .map((folder) => `\`${ownCommand()} lint -k ${shellWord(folder)}\``);
  const findings = left.length === 1 ? "1 finding" : `${left.length} findings`;
  const note = `${findings} left out, because kustomize changes these objects by patches, names or namespaces: check what it makes, with ${commands.join(", ")}`;
  return { ...report, findings: report.findings.filter(isCertain), notes: [...report.notes, note] };
}

const MOST_SHOWN = 3;
