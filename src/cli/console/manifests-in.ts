import { type Manifest, parseManifests } from "../../explain/offline/manifests.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { CONFIGURATION_KINDS } from "../../server/admit/views/configurations.ts";
import { refused } from "./refused.ts";

const GROUP = "admissionregistration.k8s.io";
const NAME = "the editor";
const MOST = 100;

/** Returns the configurations and policies in the text of the editor. Throws a refusal with the reason. */
export async function manifestsIn(body: unknown): Promise<Manifest[]> {
  const text = record(body).text;
  if (typeof text !== "string") throw refused(400, "The text is missing.");
  const manifests = await parsed(text);
  if (manifests.length > MOST) throw refused(400, `These are more than ${MOST} objects.`);
  for (const { object } of manifests) check(object);
  return manifests;
}

async function parsed(text: string): Promise<Manifest[]> {
  try {
    return await parseManifests(text, NAME);
  } catch (error) {
    throw refused(400, messageOf(error));
  }
}

function check(object: JsonObject): void {
  const { apiVersion, kind, metadata } = object;
  const [group = ""] = String(apiVersion).split("/");
  if (group !== GROUP || !CONFIGURATION_KINDS.has(String(kind)))
    throw refused(400, `${String(kind)}: the console changes configurations and policies of admission only.`);
  if (typeof record(metadata).name !== "string") throw refused(400, `${String(kind)}: it has no name.`);
}

/** Returns the URL path of such an object. */
export function pathOf({ apiVersion, kind, metadata }: JsonObject): string {
  const resource = CONFIGURATION_KINDS.get(String(kind)) ?? "";
  return `/apis/${String(apiVersion)}/${resource}/${encodeURIComponent(String(record(metadata).name))}`;
}
