import type { KubeObject } from "../../api/meta.ts";
import { plainError } from "../../api/status.ts";
import { clone } from "../../json/object.ts";
import type { CustomVersion } from "./custom-version.ts";
import type { Definition } from "./definition-types.ts";
import { failureOf, sourceOf } from "./sources.ts";

/** Turns an object into another version of its kind: a new object, nothing pruned yet. */
export type ConvertObject = (object: KubeObject, apiVersion: string) => KubeObject;

/** Strategy None: only the name of the version changes. Shares structure with its argument. */
const rename: ConvertObject = (object, apiVersion) => ({ ...object, apiVersion });

/** How a definition's objects get from version to version. */
export interface Conversion {
  /** Where a webhook converts: of what `ready` has asked for. */
  readonly convert: ConvertObject;
  /**
   * Asks for objects of one version, so that `convert` has them until the next turn of the event loop; undefined: they
   * are there. Never rejects: `convert` throws what went wrong. Absent: there is nothing to ask.
   */
  readonly ready?: (objects: readonly KubeObject[], apiVersion: string) => Promise<void> | undefined;
  /** Keeps what `ready` makes ready from now on, also in later turns, until the returned function is called. */
  readonly hold?: () => () => void;
}

/** Makes the conversion of a definition that names a webhook. */
export type WebhookConversions = (definition: Definition) => Conversion;

export function conversionOf(definition: Definition, webhooks: WebhookConversions | undefined): Conversion {
  if (definition.spec.conversion?.strategy !== "Webhook") return { convert: rename };
  return webhooks === undefined ? { convert: refuseWebhook } : webhooks(definition);
}

const refuseWebhook: ConvertObject = (object, apiVersion) => {
  throw plainError(
    `conversion webhook for ${object.apiVersion}, Kind=${object.kind} failed: nobody here can ask webhooks to convert to ${apiVersion}`,
  );
};

const wholes = new WeakMap<KubeObject, KubeObject>();

/** Notes what an object of the hub version was before it was cut down to what the hub's schema specifies. */
export const noteWhole = (pruned: KubeObject, whole: KubeObject): void => void wholes.set(pruned, whole);

/** Throws what the webhook said about an object that could not be converted to the hub version, and is to be stored. */
export function assertInHub(
  object: KubeObject,
  { hub, convert, ready }: Conversion & { readonly hub: CustomVersion },
): void {
  if (ready === undefined || object.apiVersion === hub.apiVersion) return;
  const failure = failureOf(object);
  if (failure !== undefined) throw failure;
  convert(object, hub.apiVersion);
}

/** As readers of a version see a stored object: converted, then cut down to what that version's schema specifies. */
export function readAs(object: KubeObject, version: CustomVersion, convert: ConvertObject): KubeObject {
  const converted = clone(convert(wholes.get(object) ?? sourceOf(object), version.apiVersion));
  version.schema.prune(converted);
  return converted;
}
