/** Something in the file of a store that cannot be as it is. */
export interface Damage {
  /** Where, counted from the beginning of the file; absent when it is no single page. */
  readonly page?: number;
  readonly message: string;
}

export const textOfDamage = ({ page, message }: Damage): string =>
  page === undefined ? message : `page ${page}: ${message}`;
