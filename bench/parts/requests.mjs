import { NAME_DIGITS, podText } from "./pod.mjs";

const PLACE = "0".repeat(NAME_DIGITS);

/** Creates Pods of 3 KB. */
const CREATE_POD = { method: "POST", path: "/api/v1/namespaces/default/pods", body: podText("%P%-%N%") };

/**
 * The request that one connection repeats. In path and body `%P%` stands for the prefix of a run, `%C%` for the number
 * of the connection, `%N%` for the number of the request, which alone changes each time.
 */
export function requestOf({ request = CREATE_POD, prefix }, connection) {
  const fill = (text) => text.replaceAll("%P%", prefix).replaceAll("%C%", String(connection));
  return {
    method: request.method,
    path: fill(request.path),
    accept: request.accept ?? "application/json",
    contentType: request.contentType ?? "application/json",
    body: numbered(fill(request.body ?? "")),
  };
}

/** Bytes with room for the number, and where it goes. */
export function numbered(text) {
  const [first, ...rest] = text.split("%N%");
  const places = [];
  let length = Buffer.byteLength(first);
  for (const part of rest) {
    places.push(length);
    length += NAME_DIGITS + Buffer.byteLength(part);
  }
  return { bytes: Buffer.from([first, ...rest].join(PLACE)), places };
}

export function writeNumber({ bytes, places }, number) {
  const digits = String(number).padStart(NAME_DIGITS, "0");
  for (const at of places) bytes.write(digits, at, "latin1");
}
