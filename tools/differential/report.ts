import type { Json } from "../../src/json/value.ts";
import type { Case, Difference, Step } from "./case.ts";
import { answerText } from "./hooks/shrink.ts";
import type { Where } from "./judge.ts";
import type { KubectlCommand } from "./kubectl/command.ts";
import { targetOf } from "./play.ts";
import { type Finding, fromWhereTheyDiffer } from "./signature.ts";

/** Shell commands that send a case to the server at `$SERVER`, in words to try it by hand. */
export function scriptOf(what: Case, { namespace, id }: Where): string {
  const answers = Object.entries(what.hooks ?? {}).map(
    ([name, list]) => `# {{hooks}}/${name} answers ${list.map(answerText).join(", then ")}`,
  );
  const lines = [...answers, ...what.steps.map(commandOf)];
  return lines.join("\n").replaceAll("{{ns}}", namespace).replaceAll("{{id}}", id);
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function commandOf(step: Step): string {
  if (step.settle !== undefined) return "# wait until that is in effect";
  if (step.kubectl !== undefined) return kubectlText(step.kubectl);
  const headers = { authorization: "Bearer admin-token", ...step.headers };
  const words = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? ""].flat().map((one) => `-H ${quoted(`${name}: ${one}`)}`),
  );
  const hasBody = step.body !== undefined || step.text !== undefined || step.from !== undefined;
  if (hasBody && step.headers?.["content-type"] === undefined)
    words.push("-H 'content-type: application/json'");
  const note =
    step.from === undefined
      ? ""
      : ` # the answer to "${step.from.step}", changed: ${JSON.stringify(step.from.edits)}`;
  const data = step.text ?? (step.body === undefined ? undefined : JSON.stringify(step.body));
  if (data !== undefined) words.push(`-d ${quoted(data)}`);
  return `curl -sk -X ${step.method} ${words.join(" ")} ${quoted("$SERVER").slice(1, -1)}${quoted(targetOf(step))}${note}`;
}

function kubectlText({ words, files = {}, stdin, editor, old }: KubectlCommand): string {
  const written = Object.entries(files).map(([name, text]) => `echo ${quoted(text)} > ${name}\n`);
  const before = editor === undefined ? "" : `KUBE_EDITOR=${quoted(editor)} `;
  const after = stdin === undefined ? "" : ` <<< ${quoted(stdin)}`;
  const command = ["kubectl", "-n", "{{ns}}", ...words.map(quoted)].join(" ");
  return `${written.join("")}${before}${command}${after}${old ? " # an old kubectl" : ""}`;
}

const MOST = 400;

const short = (value: Json | undefined): string => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > MOST ? `${text.slice(0, MOST)} …` : text;
};

export function differenceText({ path, expected, got }: Difference): string {
  const [wanted, found] = fromWhereTheyDiffer(expected, got);
  return `  ${path || "/"}\n    reference ${short(wanted)}\n    ours      ${short(found)}`;
}

/** What a reader needs: how to see it, both answers, and where they differ. */
export function findingText(signature: string, what: Case, finding: Finding, where: Where): string {
  const shown = finding.differences.slice(0, 6).map(differenceText);
  const rest = finding.differences.length - shown.length;
  return [
    `DIFFERS (${what.area}) ${signature}`,
    scriptOf(what, where),
    `  reference answers ${finding.expected.status}: ${short(finding.expected.body ?? finding.expected.text)}`,
    `  ours answers      ${finding.got?.status}: ${short(finding.got?.body ?? finding.got?.text)}`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}
