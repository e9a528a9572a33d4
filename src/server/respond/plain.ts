import { record } from "../../json/value.ts";
import { type Answer, type RawAnswer, rawAnswer } from "./answer.ts";
import { indented } from "./encode-value.ts";

/** Builds a plain text answer. */
export const plain = (status: number, text: string): RawAnswer =>
  rawAnswer(status, { "content-type": PLAIN, "x-content-type-options": "nosniff" }, text);

const PLAIN = "text/plain; charset=utf-8";

/** Builds a plain text answer without `nosniff`. */
export const bareText = (status: number, text: string): RawAnswer =>
  rawAnswer(status, { "content-type": PLAIN }, text);

/** Builds the 404 of the reference's router for a path without a handler. */
export const plainNotFound = (): Answer => plain(404, "404 page not found\n");

/** Builds a JSON answer without content negotiation. */
export const rawJson = (value: object): Answer =>
  rawAnswer(200, { "content-type": "application/json" }, indented(record(value)));
