import { groupOf } from "../../../api/group-version.ts";
import { type JsonObject, record, text } from "../../../json/value.ts";
import { pluralOf } from "../../../resources/define/plural-of.ts";
import type { ExplainedRequest } from "../../explanation.ts";
import type { Manifest } from "../manifests.ts";
import { titleOf } from "../unserved.ts";

/** A note about an object that is among the manifests, and that a webhook did not find. `sent`: the object of the request. */
export function missedNotes(
  refusal: string,
  { namespace: home, kind, name }: Pick<ExplainedRequest, "namespace" | "kind" | "name">,
  sent: JsonObject | null,
  manifests: readonly Manifest[],
): string[] {
  const [, denied = ""] = refusal.split(" denied the request: ");
  const missed = MISSED.exec(denied);
  // A text about namespaces tells itself where the webhook looked.
  if (missed === null || denied.replace(missed[0], "").includes("amespace")) return [];
  const homeOf = ({ object }: Manifest): string => text(record(object.metadata).namespace) || home;
  const found = manifests.filter(
    ({ object }) =>
      isMeant(object, missed) &&
      // The object of the request is not stored yet.
      !(object.kind === kind.kind && record(object.metadata).name === name),
  );
  const one = found.find((own) => homeOf(own) === home) ?? found[0];
  if (one === undefined) return [];
  const there = homeOf(one);
  // A request without a namespace, or whose object names that of the other one, does not look in its own.
  if (there !== home && (home === "" || JSON.stringify(sent).includes(JSON.stringify(there)))) return [];
  const why =
    there === home
      ? "if it was stored just before, the webhook reads a cache that does not have it yet: try again"
      : `it is in the namespace ${there}, and the request in ${home}`;
  return [`the webhook does not find ${titleOf(one.object)} (${one.line(["metadata"])}): ${why}`];
}

/** `Deployment.apps "web" not found`, or with the resource; of a text such as `key of Secret "a" not found`, the Secret is there. */
const MISSED = /(?:^|: )([A-Za-z]{1,63})(?:\.([\w.-]{1,253}))? "([^"]{1,253})" not found/;

/** A resource without a group is of the core group; a kind alone can be of any. */
function isMeant(object: JsonObject, [, told = "", group = "", name]: readonly string[]): boolean {
  const kind = text(object.kind);
  const isKind = told === kind && ["", groupOf(object)].includes(group);
  const isResource = told === pluralOf(kind) && group === groupOf(object);
  return (isKind || isResource) && record(object.metadata).name === name;
}
