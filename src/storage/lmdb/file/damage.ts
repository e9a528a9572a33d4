/** Something in the file of a store that cannot be as it is. */
export interface Damage {
  /** Page number, counted from the beginning of the file; absent if the damage is not in a single page. */
  readonly page?: number;
  readonly message: string;
}

/** One line for people: the page, if it is known, and the problem. */
export const textOfDamage = ({ page, message }: Damage): string =>
  page === undefined ? message : `page ${page}: ${message}`;
