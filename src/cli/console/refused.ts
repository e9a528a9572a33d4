/** An answer that is no success. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Error with the status and the text of the response. */
export const refused = (status: number, message: string): Refused => new Refused(status, message);
