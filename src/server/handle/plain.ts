import type { Answer } from "../respond/answer.ts";

/** A plain text answer. */
export const plain = (status: number, text: string): Answer => ({
  kind: "raw",
  response: {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    body: text,
  },
});

/** What the reference's router says of a path that nobody serves. */
export const plainNotFound = (): Answer => plain(404, "404 page not found\n");
