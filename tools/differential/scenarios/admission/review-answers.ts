import { Buffer } from "node:buffer";
import type { HookAnswer } from "../../case.ts";

/** The answer of an admission webhook in the version of its review. `more`: members in addition to `response`. */
export const review = (response: object, more: object = {}): HookAnswer => ({
  text: JSON.stringify({
    apiVersion: "{{version}}",
    kind: "AdmissionReview",
    response: { uid: "{{uid}}", ...response },
    ...more,
  }),
});

export const allowed = review({ allowed: true });

/** Allows the request, and changes its object. `more`: of the response. */
export const patched = (operations: unknown, more: object = {}): HookAnswer =>
  review({
    allowed: true,
    patchType: "JSONPatch",
    patch: Buffer.from(JSON.stringify(operations)).toString("base64"),
    ...more,
  });
