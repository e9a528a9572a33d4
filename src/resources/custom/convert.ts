import type { KubeObject } from "../../api/meta.ts";
import { plainError } from "../../api/status.ts";
import { clone } from "../../json/object.ts";
import type { CustomVersion } from "./custom-version.ts";
import type { Definition } from "./definition-types.ts";

/** Turns an object into another version of its kind: a new object, nothing pruned yet. */
export type ConvertObject = (object: KubeObject, apiVersion: string) => KubeObject;

/** Strategy None: only the name of the version changes. Shares structure with its argument. */
const rename: ConvertObject = (object, apiVersion) => ({ ...object, apiVersion });

/** How a definition's objects get from version to version. `webhook`: who asks conversion webhooks, if anybody does. */
export function conversionOf({ spec }: Definition, webhook: ConvertObject | undefined): ConvertObject {
  if (spec.conversion?.strategy !== "Webhook") return rename;
  return webhook ?? refuseWebhook;
}

const refuseWebhook: ConvertObject = (object, apiVersion) => {
  throw plainError(
    `conversion webhook for ${object.apiVersion}, Kind=${object.kind} failed: conversion to ${apiVersion} by webhook is not supported yet; conversion strategy None is`,
  );
};

/** As readers of a version see a stored object: converted, then cut down to what that version's schema specifies. */
export function readAs(object: KubeObject, version: CustomVersion, convert: ConvertObject): KubeObject {
  const converted = clone(convert(object, version.apiVersion));
  version.schema.prune(converted);
  return converted;
}
