const VARYING: readonly (readonly [RegExp, string])[] = [
  // kubectl itself may fail.
  [/^goroutine \d+ \[[\s\S]*/m, "{stack}"],
  // The head of a line of kubectl's log.
  [/^[EWI]\d{4} [\d:.]+\s+\d+ (?=[\w-]+\.go)/gm, ""],
  [/\w+\.go:\d+\]/g, "{file}]"],
  [/\/tmp\/(LIVE|MERGED)-\d+\//g, "/tmp/$1/"],
  [/\/tmp\/kubectl-edit-\d+\.yaml/g, "/tmp/kubectl-edit"],
  [/"\/tmp\/kubectl-[\w.-]+"/g, '"/tmp/kubectl-edit"'],
  [/(?<=^|\s|\()(<invalid>|<unknown>|\d+(ms|s|m\d*s?|h\d*m?))(?=\s|$|\))/gm, "{age}"],
  [/\b(debugger(-node-\w+)?)-[a-z0-9]{5}\b/g, "$1-{name}"],
  [/(Expires in|expirationTimestamp:?)\s.*/g, "$1 {time}"],
  [/ +$/gm, ""],
  [/((?:Resource Version|resourceVersion):\s+)\d+/g, "$1{rv}"],
  [/(nodePort"?:\s+|NodePort:\s+\S+\s+|\d:)3[0-2]\d{3}\b/g, "$1{nodePort}"],
  // kubectl reads bindings in the random order of a map, and reports problems of some of them.
  [/^(no|yes) - RBAC: .*/gm, "$1"],
  // Columns are as wide as ages and names of the moment.
  [/(?<=\S) {2,}/g, "  "],
  [/^[-+]{3} .*$/gm, ""],
];

/** Output of a command without the parts that differ each time. */
export function plainText(text: string): string {
  const plain = VARYING.reduce((made, [pattern, instead]) => made.replace(pattern, instead), text);
  return plain.replace(CAUSES, sortedLines);
}

/** The order of a schema's properties is random, because they are in maps. */
const CAUSES = /(?:^\* .*\n){2,}/gm;

const sortedLines = (lines: string): string => `${lines.trimEnd().split("\n").sort().join("\n")}\n`;
