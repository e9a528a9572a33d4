import { visibleLine } from "../../report/visible-text.ts";
import type { Call } from "../../webhook/index.ts";

/**
 * Returns the lines about a call: its request and outcome; below, each operation of the patch and each
 * warning.
 */
export function linesOf(call: Call): string {
  const { told } = call.answer;
  return [
    visibleLine(lineOf(call)),
    ...patchOf(call).map(operationLine),
    ...(told?.decision.warnings ?? []).map(warningLine),
  ].join("\n");
}

function lineOf({ endpoint, answer, milliseconds }: Call): string {
  const { told } = answer;
  if (told === undefined) return `${endpoint.path}: ${answer.status} in ${milliseconds.toFixed(1)} ms`;
  const { operation, resource, namespace, name, subresource, user } = told.request;
  const what = `${resource.resource}${subresource === "" ? "" : `/${subresource}`}`;
  const where = [namespace, name].filter((part) => part !== "").join("/");
  const said = saidOf(told);
  return `${operation} ${what} ${where} by ${user.username} → ${endpoint.path}: ${said} (${milliseconds.toFixed(1)} ms)`;
}

function saidOf({ decision, operations }: NonNullable<Call["answer"]["told"]>): string {
  if (decision.kind === "denied") return `denied: ${decision.message}`;
  return operations === 0
    ? "allowed"
    : `allowed, patch of ${operations} ${operations === 1 ? "operation" : "operations"}`;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** Returns the operations of the patch that the webhook sent. */
function patchOf({ answer: { body, told } }: Call): Operation[] {
  if ((told?.operations ?? 0) === 0) return [];
  const review: { readonly response: { readonly patch?: string } } = JSON.parse(body);
  return JSON.parse(Buffer.from(review.response.patch ?? "", "base64").toString() || "[]");
}

/** More of a value fills the screen. */
const LONGEST_VALUE = 200;

function operationLine({ op, path, value }: Operation): string {
  const text = value === undefined ? "" : ` ${JSON.stringify(value)}`;
  return `    ${op} ${visibleLine(path)}${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
}

const warningLine = (text: string): string => `    Warning: ${visibleLine(text)}`;
