import { type Status, StatusError } from "../../../api/status.ts";
import type { Answer } from "../../respond/answer.ts";

/** Builds a 501 with a text of our own, for functions of the reference that this server does not have. */
export const notYet = (what: string): StatusError =>
  new StatusError({
    message: `${what} is not supported by this server yet`,
    reason: "NotImplemented",
    code: 501,
  });

/** Builds the answer to a request that creates no object. */
export const created = (): Answer => {
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
  return { kind: "status", status };
};
