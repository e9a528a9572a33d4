export interface Interval {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

export interface Allowed {
  readonly ratio: number;
  readonly reason: string;
}

export interface Judged {
  readonly verdict: string;
  readonly reason: string | undefined;
}

export const REPORTED: number;
export const REFUSED: number;
export function intervalOf(ratios: readonly number[]): Interval;
export function halfWidth(interval: Interval): number;
export function judge<Row extends Interval & { readonly name: string }>(
  rows: readonly Row[],
  allowed?: Readonly<Record<string, Allowed>>,
): (Row & Judged)[];
