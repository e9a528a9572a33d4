import { StatusError } from "../../../api/status.ts";

/** How the reference answers a patch that it understands and will not apply. */
export const unprocessable = (): StatusError =>
  new StatusError({
    message: "the server rejected our request due to an error in our request",
    reason: "Invalid",
    details: {},
    code: 422,
  });
