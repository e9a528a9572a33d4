import { invalid, invalidObject } from "../../api/field-error.ts";
import { formatGroupVersion, parseGroupVersion } from "../../api/group-version.ts";
import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import { clone } from "../../json/object.ts";
import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { answerDocument } from "./create.ts";
import {
  type Change,
  jsonPatchChange,
  mergePatchChange,
  strategicPatchChange,
} from "./patch/apply-change.ts";
import { applyRequest } from "./patch/apply-request.ts";
import { patchTypeOf } from "./patch/patch-type.ts";
import { assertVerb, type Target } from "./target.ts";
import { strategyOf } from "./update.ts";
import { settleName, settleNamespace } from "./write/identity.ts";
import { stampManager } from "./write/managed-fields.ts";
import { readBytes } from "./write/read-body.ts";
import { updateStored } from "./write/update-stored.ts";
import { type FieldValidation, parseWriteOptions } from "./write/write-options.ts";

/** PATCH of an object or of a subresource that is the object (admission.md 1.7). */
export async function patch(house: House, context: RequestContext, target: Target): Promise<Answer> {
  assertVerb(target, "patch");
  const type = patchTypeOf(target.resource, context.request.headers["content-type"]);
  const { rawQuery, query } = context.request;
  const options = parseWriteOptions("PatchOptions", rawQuery, query, type === "apply");
  const bytes = await readBytes(context);
  if (type === "apply") return applyRequest(house, context, target, bytes, options);
  const change = readChange(type, bytes, target);
  const { stored } = await updateStored(house, context, {
    target,
    strategy: strategyOf(target),
    dryRun: options.dryRun,
    given: options.given,
    replaces: false,
    mayCreate: false,
    make(current) {
      const live = current as KubeObject;
      const object = patched(context, target, change, live, options.fieldValidation);
      settleNamespace(object, target);
      settleName(object, target.name);
      stampManager(house, context, target, { object, live, options });
      return target.kind.toHub(object);
    },
  });
  return { kind: "object", status: 200, shownAs: target.kind, document: answerDocument(target, stored) };
}

function readChange(type: "json" | "merge" | "strategic", bytes: Uint8Array, { kind }: Target): Change {
  switch (type) {
    case "json":
      return jsonPatchChange(bytes);
    case "merge":
      return mergePatchChange(bytes);
    case "strategic":
      return strategicPatchChange(bytes, kind.shape);
  }
}

/** The stored object in the version of the URL, changed, and read anew as a client's object would be. */
function patched(
  context: RequestContext,
  target: Target,
  change: Change,
  live: KubeObject,
  validation: FieldValidation,
): KubeObject {
  const { kind } = target;
  // The patch shares what it leaves alone; decoding changes objects in place: hence a copy that nobody else has.
  const value = clone(change.apply(kind.fromHub(live))) as JsonObject;
  const quoted = (): string => change.quote(value, kind.shape);
  assertSameKind(target, value, quoted);
  const problems: string[] = [];
  const text = validation === "Ignore" ? "" : quoted();
  const object = decode(target, value, problems, () => text || quoted());
  report(context, problems, validation, text);
  object.apiVersion = formatGroupVersion(kind);
  object.kind = kind.kind;
  kind.applyDefaults(object);
  return object;
}

function assertSameKind({ kind, resource }: Target, value: JsonObject, quoted: () => string): void {
  const expected = formatGroupVersion(kind);
  if (value.kind === kind.kind && value.apiVersion === expected) return;
  if (resource.custom) return;
  const { apiVersion = "", kind: name = "" } = value;
  const known = parseGroupVersion(String(apiVersion));
  if (name === "" || apiVersion === "")
    throw invalidPatch(
      quoted(),
      `Object '${name === "" ? "Kind" : "apiVersion"}' is missing in '${quoted()}'`,
    );
  throw invalidPatch(
    quoted(),
    `no kind ${JSON.stringify(name)} is registered for version ${JSON.stringify(formatGroupVersion(known))} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function decode(target: Target, value: JsonObject, problems: string[], quoted: () => string): KubeObject {
  try {
    return target.kind.decode(value, {
      unknown: (path) => void problems.push(`unknown field ${JSON.stringify(path)}`),
    });
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw invalidPatch(quoted(), (error as Error).message);
  }
}

function report(
  context: RequestContext,
  problems: readonly string[],
  validation: FieldValidation,
  quoted: string,
): void {
  if (problems.length === 0 || validation === "Ignore") return;
  if (validation === "Strict") throw invalidPatch(quoted, `strict decoding error: ${problems.join(", ")}`);
  for (const problem of problems) context.warnings.add(problem);
}

const invalidPatch = (quoted: string, why: string): StatusError =>
  invalidObject({ group: "", kind: "" }, "", [invalid("patch", quoted, why)]);
