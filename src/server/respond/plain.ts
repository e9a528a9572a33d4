import type { JsonObject } from "../../api/json.ts";
import type { Answer, RawAnswer } from "./answer.ts";
import { indented } from "./encode-value.ts";

/** A plain text answer. */
export const plain = (status: number, text: string): RawAnswer => ({
  kind: "raw",
  response: {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    body: text,
  },
});

/** A text in an answer that says no more about itself. */
export const bareText = (status: number, text: string): RawAnswer => ({
  kind: "raw",
  response: { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: text },
});

/** What the reference's router says of a path that nobody serves. */
export const plainNotFound = (): Answer => plain(404, "404 page not found\n");

/** JSON, whatever the client accepts. */
export const rawJson = (value: JsonObject): Answer => ({
  kind: "raw",
  response: { status: 200, headers: { "content-type": "application/json" }, body: indented(value) },
});
