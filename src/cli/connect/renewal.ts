/** Decides whether credentials are made again after a 401. */
export interface Renewal {
  /** Number of times that they were made again. */
  readonly count: number;
  /** True if a request is worth another attempt after this status. `before`: the count when it was sent. */
  isWorthAgain(status: number | undefined, before: number): boolean;
}

/** `renew` is not called twice without an answer other than 401 between. */
export function createRenewal(renew: () => void): Renewal {
  let count = 0;
  let isProven = true;
  return {
    get count() {
      return count;
    },
    isWorthAgain(status, before) {
      if (status !== 401) isProven = true;
      else if (before === count && isProven) {
        count += 1;
        isProven = false;
        renew();
      }
      return status === 401 && before < count;
    },
  };
}
