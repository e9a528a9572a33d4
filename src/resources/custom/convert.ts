import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes, keepNotes } from "../../api/object/notes.ts";
import { plainError } from "../../api/status.ts";
import type { CustomVersion } from "./custom-version.ts";
import type { Definition } from "./definition-types.ts";
import { failureOf, sourceOf } from "./sources.ts";

/** Converts an object to another version of its kind. Returns a new object, which is not pruned yet. */
export type ConvertObject = (object: KubeObject, apiVersion: string) => KubeObject;

/** Conversion strategy None: only the apiVersion changes. The result shares structure with the argument. */
const rename: ConvertObject = (object, apiVersion) => {
  const renamed = { ...object, apiVersion };
  keepNotes(object, renamed);
  return renamed;
};

/** Conversion of a definition's objects between its versions. */
export interface Conversion {
  /** Converts one object. With a webhook, only objects for which `ready` was called can be converted. */
  readonly convert: ConvertObject;
  /**
   * Requests the conversion of objects, all of one version, by the webhook. The results are available to
   * `convert` until the next turn of the event loop. Returns undefined if all results are already available.
   * Never rejects: `convert` throws the errors. Absent if there is no webhook.
   */
  readonly ready?: (objects: readonly KubeObject[], apiVersion: string) => Promise<void> | undefined;
  /**
   * Keeps all results that `ready` gets from now on, across turns of the event loop, until the returned
   * function is called.
   */
  readonly hold?: () => () => void;
}

/** Builds the conversion of a definition that has a conversion webhook. */
export type WebhookConversions = (definition: Definition) => Conversion;

/** The conversion of a definition. Without `webhooks`, one by webhook throws for each object. */
export function conversionOf(definition: Definition, webhooks: WebhookConversions | undefined): Conversion {
  if (definition.spec.conversion?.strategy !== "Webhook") return { convert: rename };
  return webhooks === undefined ? { convert: refuseWebhook } : webhooks(definition);
}

const refuseWebhook: ConvertObject = (object, apiVersion) => {
  throw plainError(
    `conversion webhook for ${object.apiVersion}, Kind=${object.kind} failed: no client of conversion webhooks to convert to ${apiVersion}`,
  );
};

const wholes = new WeakMap<KubeObject, KubeObject>();

/** Stores the form that an object of the hub version had before it was pruned by the hub's schema. */
export const noteWhole = (pruned: KubeObject, whole: KubeObject): void => void wholes.set(pruned, whole);

/**
 * Throws the webhook's error if the object could not be converted to the hub version, in which it must be
 * stored.
 */
export function assertInHub(
  object: KubeObject,
  { hub, convert, ready }: Conversion & { readonly hub: CustomVersion },
): void {
  if (ready === undefined || object.apiVersion === hub.apiVersion) return;
  const failure = failureOf(object);
  if (failure !== undefined) throw failure;
  convert(object, hub.apiVersion);
}

/**
 * Returns a stored object as clients of a version read it: converted, then pruned by the schema of that
 * version.
 */
export function readAs(object: KubeObject, version: CustomVersion, convert: ConvertObject): KubeObject {
  const converted = copyWithNotes(convert(wholes.get(object) ?? sourceOf(object), version.apiVersion));
  version.schema.prune(converted);
  return converted;
}
