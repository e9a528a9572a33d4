/** Codes of gRPC that this client checks for. */
export const CODE = {
  ok: 0,
  unknown: 2,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unavailable: 14,
} as const;

/** Reason why a call failed. */
export class GrpcError extends Error {
  /** A gRPC status code. */
  readonly code: number;
  /** It never reached the other side: another attempt cannot do it twice. */
  readonly unsent: boolean;

  constructor(code: number, message: string, unsent = false) {
    super(message);
    this.name = "GrpcError";
    this.code = code;
    this.unsent = unsent;
  }
}

/** The connection is not there, or is not any more. */
export const unavailable = (message: string, unsent: boolean): GrpcError =>
  new GrpcError(CODE.unavailable, message, unsent);
