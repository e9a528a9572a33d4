/** One step of a rotation. */
export type Step =
  /** The old authority and the new one are in the bundle. */
  | { readonly kind: "add" }
  /** The old authority is taken out of the bundle. */
  | { readonly kind: "remove" }
  /** The bundle holds the new authority in place of the old one. */
  | { readonly kind: "replace" }
  /** One of the pods serves the new certificate. */
  | { readonly kind: "serve"; readonly pod: number };

/** An order of the steps of a rotation. */
export interface Order {
  readonly steps: readonly Step[];
  /** Issuer of the new certificate: the authority that is in the bundle already, or another one. */
  readonly authority: "same" | "new";
}

/** Every order in which a certificate can be rotated; those that differ only in which pod is which are one. */
export function ordersOf(pods: number): Order[] {
  const serve = Array.from({ length: pods }, (): Step => ({ kind: "serve", pod: 0 }));
  return [
    { steps: numbered(serve), authority: "same" },
    ...arrangements([{ kind: "add" }, ...serve, { kind: "remove" }]).map(ofNew),
    ...arrangements([{ kind: "replace" }, ...serve]).map(ofNew),
  ];
}

const ofNew = (steps: readonly Step[]): Order => ({ steps: numbered(steps), authority: "new" });

function numbered(steps: readonly Step[]): Step[] {
  let pod = 0;
  return steps.map((step) => (step.kind === "serve" ? { kind: "serve", pod: pod++ } : step));
}

/** Each order of the steps once, those of the same kind being alike. */
function arrangements(steps: readonly Step[]): Step[][] {
  if (steps.length === 0) return [[]];
  const kinds = [...new Set(steps.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const index = steps.findIndex((step) => step.kind === kind);
    const first = steps[index];
    if (first === undefined) return [];
    return arrangements(steps.filter((_, at) => at !== index)).map((others) => [first, ...others]);
  });
}
