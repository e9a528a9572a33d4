import { record } from "../../json/value.ts";
import type { Answer, RawAnswer } from "./answer.ts";
import { indented } from "./encode-value.ts";

/** Builds a plain text answer. */
export const plain = (status: number, text: string): RawAnswer => ({
  kind: "raw",
  response: {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    body: text,
  },
});

/** Builds a plain text answer without `nosniff`. */
export const bareText = (status: number, text: string): RawAnswer => ({
  kind: "raw",
  response: { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: text },
});

/** Builds the 404 of the reference's router for a path without a handler. */
export const plainNotFound = (): Answer => plain(404, "404 page not found\n");

/** Builds a JSON answer without content negotiation. */
export const rawJson = (value: object): Answer => ({
  kind: "raw",
  response: { status: 200, headers: { "content-type": "application/json" }, body: indented(record(value)) },
});
