import { type Manifest, parseManifests } from "../../explain/offline/manifests.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { CONFIGURATION_KINDS } from "../../server/admit/views/configurations.ts";
import { type EditorProblem, refused, wrongText } from "./refused.ts";

const GROUP = "admissionregistration.k8s.io";
const NAME = "the editor";
const MOST = 100;

/** Returns the configurations and policies in the text of the editor. Throws a refusal with the reason and its line. */
export async function manifestsIn(body: unknown): Promise<Manifest[]> {
  const text = record(body).text;
  if (typeof text !== "string") throw refused(400, "The text is missing.");
  const manifests = await parsed(text);
  if (manifests.length === 0) throw refused(400, "The editor has no object.");
  if (manifests.length > MOST) throw refused(400, `These are more than ${MOST} objects.`);
  for (const manifest of manifests) {
    const problem = problemOf(manifest.object);
    if (problem !== undefined)
      throw wrongText(400, [{ line: lineAt(manifest.line(["kind"])), message: problem }]);
  }
  return manifests;
}

async function parsed(text: string): Promise<Manifest[]> {
  try {
    return await parseManifests(text, NAME);
  } catch (error) {
    throw wrongText(400, [problemAt(messageOf(error))]);
  }
}

/** Returns the reason that the console does not change such an object; undefined if it does. */
export function problemOf({ apiVersion, kind, metadata }: JsonObject): string | undefined {
  const [group = ""] = String(apiVersion).split("/");
  if (group !== GROUP || !CONFIGURATION_KINDS.has(String(kind)))
    return `${String(kind)}: the console changes configurations and policies of admission only.`;
  const { name } = record(metadata);
  if (typeof name === "string") return undefined;
  return name === undefined
    ? `${String(kind)}: it has no name.`
    : `${String(kind)}: metadata.name is not a text: write it in quotes.`;
}

/** Line of `the editor:12`; 0 if the text has none. */
export const lineAt = (place: string): number => Number(/^the editor:(\d+)/.exec(place)?.[1] ?? 0);

const LINE = /\bline (\d+)/;

/** The problem in the message of a parser: `the editor: yaml: line 3: …`, `the editor:3: …`. */
function problemAt(message: string): EditorProblem {
  const line = lineAt(message) || Number(LINE.exec(message)?.[1] ?? 0);
  return { line, message: message.replace(/^the editor:(\d+:)? ?/, "") };
}

/** Returns the URL path of such an object. */
export function pathOf({ apiVersion, kind, metadata }: JsonObject): string {
  const resource = CONFIGURATION_KINDS.get(String(kind)) ?? "";
  return `/apis/${String(apiVersion)}/${resource}/${encodeURIComponent(String(record(metadata).name))}`;
}
