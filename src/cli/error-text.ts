type SystemError = NodeJS.ErrnoException & {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
};

const named = ({ path }: SystemError): string => (path === undefined ? "a file" : path);

const denied = (error: SystemError): string => `${named(error)}: permission denied`;

/** Texts for errors of the operating system: the problem, and a remedy if it is not obvious. */
const TEXTS: Readonly<Record<string, (error: SystemError) => string>> = {
  ENOENT: (error) =>
    error.syscall === "mkdir"
      ? `the folder ${named(error)} cannot be created`
      : `there is no file or folder ${named(error)}`,
  EACCES: (error) =>
    error.syscall === "listen"
      ? `port ${error.port} may not be used by this user: choose one above 1023`
      : denied(error),
  EPERM: (error) => denied(error),
  EISDIR: (error) => `${named(error)} is a folder, and has to be a file`,
  ENOTDIR: (error) =>
    error.syscall === "scandir"
      ? `${named(error)} is a file, and has to be a folder`
      : `${named(error)}: a part of this path is a file, and has to be a folder`,
  EEXIST: (error) => `${named(error)} already exists`,
  ENOSPC: ({ path }) => `${path === undefined ? "" : `${path}: `}there is no space left on the disk`,
  EROFS: (error) => `${named(error)} is on a read-only file system`,
  EADDRINUSE: ({ address, port }) =>
    `${address}:${port} is taken by another program: stop that one, or choose another port`,
  EADDRNOTAVAIL: ({ address }) => `${address} is not an address of this machine`,
  ENOTFOUND: ({ hostname }) => `there is no host ${hostname}`,
  EAI_AGAIN: ({ hostname }) => `the name ${hostname} cannot be resolved at the moment`,
};

/**
 * Returns the text of an error for the user: one line for an error of the operating system, else its own
 * message.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "", syscall } = error as SystemError;
  return (syscall === undefined ? undefined : systemText(code, error)) ?? error.message;
}

/** Returns the meaning of an error code of the operating system, or undefined if the code is not known here. */
export const systemText = (code: string, error: Error): string | undefined => TEXTS[code]?.(error);
