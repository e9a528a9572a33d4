import type { KubeObject } from "../../api/meta.ts";
import { plainError } from "../../api/status.ts";
import { clone } from "../../json/object.ts";
import type { CustomVersion } from "./custom-version.ts";
import type { Definition } from "./definition-types.ts";

/** Turns an object into another version of its kind: a new object, nothing pruned yet. */
export type ConvertObject = (object: KubeObject, apiVersion: string) => KubeObject;

/** Strategy None: only the name of the version changes. Shares structure with its argument. */
const rename: ConvertObject = (object, apiVersion) => ({ ...object, apiVersion });

/** How a definition's objects get from version to version. */
export interface Conversion {
  /** Throws Pending (api/pending.ts) when a webhook has to be asked first. */
  readonly convert: ConvertObject;
  /** Asks for many objects at once, so that `convert` has them at hand; absent: there is nothing to ask. */
  prepare?(objects: readonly KubeObject[], apiVersion: string): Promise<void> | undefined;
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

/** As readers of a version see a stored object: converted, then cut down to what that version's schema specifies. */
export function readAs(object: KubeObject, version: CustomVersion, convert: ConvertObject): KubeObject {
  const converted = clone(convert(object, version.apiVersion));
  version.schema.prune(converted);
  return converted;
}
