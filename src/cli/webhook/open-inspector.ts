import { open, url } from "node:inspector";

/**
 * Opens Node's inspector in this process, for breakpoints. Under npm, `NODE_OPTIONS=--inspect` would open the one of npm.
 *
 * @param place a port, or host and port; true: 127.0.0.1:9229, the usual one of Node
 * @throws Error if the place is wrong or taken
 */
export function openInspector(place: string | true): void {
  // The process was started with an inspector.
  if (url() !== undefined) return;
  const [, host = "127.0.0.1", port = ""] =
    /^(?:(.+):)?(\d{1,5})$/.exec(place === true ? "9229" : place) ?? [];
  if (port === "" || Number(port) > 65_535)
    throw new Error(`--inspect: ${JSON.stringify(place)} is neither a port nor HOST:PORT`);
  open(Number(port), host);
  if (url() === undefined)
    throw new Error(`--inspect: ${host}:${port} is taken (--inspect 0 picks a free port)`);
}
