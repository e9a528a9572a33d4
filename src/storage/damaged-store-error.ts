import { StorageError } from "./storage.ts";

/** Facts about a damaged store. */
export interface DamageReport {
  /** Texts about the damage. */
  readonly damage: readonly string[];
  /** Number of objects that can be read. */
  readonly readable: number;
  /** Expected number of objects; absent if the store has no record of it. */
  readonly expected?: number;
  /** Text about the remedy. */
  readonly advice: string;
}

/** A store was not opened: its engine would end the process, or leave objects out. */
export class DamagedStoreError extends StorageError {
  readonly report: DamageReport;
  constructor(path: string, report: DamageReport) {
    super("Failed", `cannot open the store in ${path}: ${summaryOf(report)}. ${report.advice}`);
    this.report = report;
  }
}

function summaryOf({ damage, readable, expected }: DamageReport): string {
  const more = damage.length > 1 ? ` (and ${damage.length - 1} more)` : "";
  return `${damage[0] ?? ""}${more}; ${inNumbers(readable, expected)} can be read`;
}

/** `206 of 215 objects`. */
export const inNumbers = (readable: number, expected: number | undefined): string =>
  `${readable}${expected === undefined ? "" : ` of ${expected}`} objects`;
