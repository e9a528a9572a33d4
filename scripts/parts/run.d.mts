export function run(
  command: readonly string[],
  options: {
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly quiet?: boolean;
    readonly minutes?: number;
  },
): Promise<{
  readonly code: number;
  readonly output: string;
  readonly shown: string;
  readonly seconds: number;
}>;
