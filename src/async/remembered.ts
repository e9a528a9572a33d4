/** Bounds of what is remembered. */
export interface Bounds<Made> {
  readonly entries: number;
  /** Characters of a text that is worth remembering. Default 256. */
  readonly longest?: number;
  /** Whether what was made of it is small enough; absent: it always is. */
  readonly isSmall?: (made: Made) => boolean;
}

/**
 * `make`, which need not be called twice for one text. Clients choose the texts: a full memory starts afresh, and long
 * texts are not kept. `make` has to be a pure function of the text; what it throws, and `undefined`, is not remembered.
 * `context`: counts the work, and has no influence on what is made.
 */
export function remembered<Made>(make: (text: string) => Made, bounds: Bounds<Made>): (text: string) => Made;
export function remembered<Made, Context>(
  make: (text: string, context: Context) => Made,
  bounds: Bounds<Made>,
): (text: string, context: Context) => Made;
export function remembered<Made, Context>(
  make: (text: string, context: Context) => Made,
  bounds: Bounds<Made>,
): (text: string, context: Context) => Made {
  const { entries, longest = 256, isSmall = () => true } = bounds;
  const known = new Map<string, Made>();
  return (text, context) => {
    if (text.length > longest) return make(text, context);
    const before = known.get(text);
    if (before !== undefined) return before;
    const own = ownCopy(text);
    const made = make(own, context);
    if (!isSmall(made)) return made;
    if (known.size >= entries) known.clear();
    known.set(own, made);
    return made;
  };
}

/**
 * The same text in memory of its own. A text that was cut out of another one, a name out of a body of three megabytes,
 * otherwise keeps all of that alive for as long as it is kept itself.
 */
export const ownCopy = (text: string): string => JSON.parse(JSON.stringify(text));
