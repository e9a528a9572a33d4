import type { ComponentChildren } from "preact";
import type { Finding } from "../../../src/lint/finding.ts";

/** A finding of lint in a list. `children`: its place. */
export function FindingItem({ finding, children }: { finding: Finding; children?: ComponentChildren }) {
  const { rule, severity, message, fix } = finding;
  return (
    <li class={`finding ${severity}`}>
      <span class="finding-severity">{severity}</span> {message} <span class="tag">{rule}</span>
      {children}
      {fix !== "" && <p class="dim">{fix}</p>}
    </li>
  );
}
