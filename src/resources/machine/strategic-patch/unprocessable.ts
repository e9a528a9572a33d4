import { StatusError } from "../../../api/status.ts";

/** Returns the reference's error for a valid patch that cannot be applied. */
export const unprocessable = (): StatusError =>
  new StatusError({
    message: "the server rejected our request due to an error in our request",
    reason: "Invalid",
    details: {},
    code: 422,
  });
