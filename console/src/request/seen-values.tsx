const LONGEST = 300;

/** Values that an expression read, by their names: `object.spec.replicas` 9. */
export function Seen({ values }: { values: unknown }) {
  const entries = typeof values === "object" && values !== null ? Object.entries(values) : [];
  if (entries.length === 0) return null;
  return (
    <dl class="facts long seen">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt class="code">{name}</dt>
          <dd class="code">{shortened(valueText(value))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The server sends a long value as the beginning of its JSON. */
const valueText = (value: unknown): string =>
  typeof value === "string" && value.endsWith("…") ? value : JSON.stringify(value);

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
