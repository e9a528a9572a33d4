/** An answer that is no success. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const refused = (status: number, message: string): Refused => new Refused(status, message);
