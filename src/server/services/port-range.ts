/** Ports from `first` to `last`, both included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
  /** The range as it is stored with the bits: `30000-32767`. */
  readonly text: string;
}

const HIGHEST = 65_535;

/** Parses `30000-32767`, `30000+2767` or `30000`. Throws an Error for other texts. */
export function parsePortRange(text: string): PortRange {
  const match = /^(\d{1,5})(?:([-+])(\d{1,5}))?$/.exec(text.trim());
  const first = Number(match?.[1]);
  const second = Number(match?.[3] ?? first);
  const last = match?.[2] === "+" ? Math.min(first + second, HIGHEST) : second;
  if (match === null || first < 1 || last > HIGHEST || last < first)
    throw new Error(`${JSON.stringify(text)} is no range of ports: write it as 30000-32767`);
  return { first, last, text: `${first}-${last}` };
}

/** True if the port is in the range. */
export const isInRange = ({ first, last }: PortRange, port: number): boolean => port >= first && port <= last;
