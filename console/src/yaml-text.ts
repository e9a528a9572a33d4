/** An object as YAML for display only. A string that looks like another type is quoted. */
export function yamlText(value: unknown, indent = ""): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : listText(value, indent);
  if (typeof value !== "object" || value === null) return scalarText(value, indent);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  return members.map(([key, member]) => `${indent}${keyText(key)}:${memberText(member, indent)}`).join("\n");
}

function listText(list: readonly unknown[], indent: string): string {
  return list
    .map((one) => {
      if (typeof one !== "object" || one === null || Object.keys(one).length === 0)
        return `${indent}- ${yamlText(one, `${indent}  `)}`;
      const text = yamlText(one, `${indent}  `);
      return `${indent}- ${text.slice(indent.length + 2)}`;
    })
    .join("\n");
}

function memberText(member: unknown, indent: string): string {
  if (typeof member !== "object" || member === null) return ` ${scalarText(member, `${indent}  `)}`;
  if (Object.keys(member).length === 0) return Array.isArray(member) ? " []" : " {}";
  return `\n${yamlText(member, Array.isArray(member) ? indent : `${indent}  `)}`;
}

const PLAIN = /^[A-Za-z_/.$(][\w ./*@:=,()$+%?!<>-]*$/;
const OTHER = /^(true|false|null|yes|no|on|off|y|n)$/i;
const isPlain = (text: string): boolean =>
  PLAIN.test(text) && !OTHER.test(text) && !text.includes(": ") && !text.endsWith(":") && !/\s$/.test(text);

const keyText = (key: string): string => (isPlain(key) ? key : JSON.stringify(key));

function scalarText(value: unknown, indent: string): string {
  if (typeof value !== "string") return String(value);
  if (value.includes("\n") && !/[\r\t]|[^\S\n]\n/.test(value) && !value.startsWith(" "))
    return blockText(value, indent);
  return isPlain(value) ? value : JSON.stringify(value);
}

function blockText(value: string, indent: string): string {
  const ends = value.endsWith("\n") ? (value.endsWith("\n\n") ? "|+" : "|") : "|-";
  const lines = value.replace(/\n$/, "").split("\n");
  return `${ends}\n${lines.map((line) => (line === "" ? "" : indent + line)).join("\n")}`;
}
