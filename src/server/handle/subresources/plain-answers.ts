import { type Status, StatusError } from "../../../api/status.ts";
import type { Answer } from "../../respond/answer.ts";

/** 501 in our own words: the reference can do it, we cannot yet. */
export const notYet = (what: string): StatusError =>
  new StatusError({
    message: `${what} is not supported by this server yet`,
    reason: "NotImplemented",
    code: 501,
  });

/** What a request is told that left no object behind. */
export const created = (): Answer => {
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
  return { kind: "status", status };
};
