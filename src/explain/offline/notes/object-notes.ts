import { type JsonObject, record, text } from "../../../json/value.ts";
import { pluralOf } from "../../../resources/define/plural-of.ts";
import type { ExplainedRequest, Explanation } from "../../explanation.ts";
import type { Manifest } from "../manifests.ts";
import { misspeltKeys, skipNotes } from "../pods.ts";
import { titleOf } from "../unserved.ts";
import { classNotes } from "./class-notes.ts";
import { constraintNotes } from "./constraint-notes.ts";
import { engineNotes } from "./engine-notes.ts";

/**
 * Notes about an object that was sent, and as it was stored, from what else is among the manifests. `isAsked`: the user asks about one
 * webhook or policy.
 */
export function objectNotes(
  { object, stored }: { readonly object: JsonObject | null; readonly stored: JsonObject | null },
  { request, steps, answer }: Explanation,
  manifests: readonly Manifest[],
  isAsked: boolean,
): string[] {
  const { namespace, resource, subresource, operation } = request;
  const about = { namespace, resource, isAsked, refusal: answer.message };
  const isNew = operation === "CREATE" && answer.allowed;
  return [
    ...missedNotes(answer.message, request, manifests),
    ...skipNotes(object, steps, manifests),
    ...misspeltKeys(object, namespace, manifests),
    ...constraintNotes(object, request, manifests, isAsked),
    ...(object === null || subresource !== ""
      ? []
      : [
          ...engineNotes({ object, ...about }, manifests),
          ...(isNew && stored !== null ? classNotes(stored, manifests) : []),
        ]),
  ];
}

/** A note about an object that is among the manifests, and that a webhook did not find. */
function missedNotes(refusal: string, request: ExplainedRequest, manifests: readonly Manifest[]): string[] {
  const { namespace: home } = request;
  const [, denied = ""] = refusal.split(" denied the request: ");
  const [, told = "", name] = MISSED.exec(denied) ?? [];
  const homeOf = ({ object }: Manifest): string => text(record(object.metadata).namespace) || home;
  const found = manifests.filter(
    ({ object: { kind, metadata } }) =>
      record(metadata).name === name &&
      [text(kind), pluralOf(text(kind))].includes(told) &&
      // The object of the request is not stored yet.
      !(kind === request.kind.kind && name === request.name),
  );
  const one = found.find((own) => homeOf(own) === home) ?? found[0];
  if (one === undefined) return [];
  const why =
    homeOf(one) === home
      ? "if it was stored just before, the webhook reads a cache that does not have it yet: try again"
      : `it is in the namespace ${homeOf(one)}, and the request in ${home}`;
  return [`the webhook does not find ${titleOf(one.object)} (${one.line(["metadata"])}): ${why}`];
}

/** `Deployment.apps "web" not found`, or with the resource. */
const MISSED = /\b([A-Za-z]{1,63})(?:\.[\w.-]{1,253})? "([^"]{1,253})" not found/;
