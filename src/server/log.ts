/** Receives log messages of the server; `fields` has the values that belong to the message. */
export type Log = (
  level: "info" | "warn" | "error",
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;
