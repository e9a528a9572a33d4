import { diffLines } from "../diff.ts";
import { yamlText } from "../yaml-text.ts";
import { inOrderOf } from "./same-order.ts";

const SIGNS = { added: "+", removed: "−", same: " ", gap: "⋯" } as const;
const SAID = { added: "added: ", removed: "removed: ", same: "", gap: "" } as const;

/** An object before and after, as lines. */
export function DiffView({ before, after, label }: { before: unknown; after: unknown; label: string }) {
  const lines = diffLines(textOf(before), textOf(inOrderOf(before, after)));
  if (lines.every(({ kind }) => kind === "gap" || kind === "same")) return <p class="dim">No difference.</p>;
  return (
    <div class="diff code" role="group" aria-label={label} tabIndex={0}>
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={`line ${kind}`}>
          <span class="sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
          <span class="hidden">{SAID[kind]}</span>
          <span>{text === "" ? " " : text}</span>
        </div>
      ))}
    </div>
  );
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : yamlText(withoutNoise(value));

/** Removes long metadata that the server itself writes, and no hook. */
function withoutNoise(value: unknown): unknown {
  const { metadata, ...rest } = value as { metadata?: Record<string, unknown> };
  if (typeof metadata !== "object" || metadata === null) return value;
  const {
    managedFields: _fields,
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _time,
    generation: _generation,
    ...shown
  } = metadata;
  const { apiVersion, kind, ...others } = rest as Record<string, unknown>;
  return { apiVersion, kind, metadata: shown, ...others };
}

export function ObjectText({ value, label }: { value: unknown; label: string }) {
  return (
    <pre class="code" tabIndex={0} aria-label={label}>
      {typeof value === "string" ? value : yamlText(value)}
    </pre>
  );
}
