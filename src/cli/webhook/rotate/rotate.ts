import { readManifests } from "../../read-manifests.ts";
import { type Rehearsed, rehearseAll } from "./rehearse.ts";
import { lossless, rotationText } from "./rotation-text.ts";
import { type Rotation, rotationsIn } from "./targets.ts";

interface RotateFlags {
  readonly rehearse?: boolean;
  readonly calls: string;
  readonly rate: string;
  readonly output: "text" | "json";
}

/** `sallyport webhook rotate --rehearse`: what it prints, and whether every Service has an order without loss. */
export async function rotate(
  paths: readonly string[],
  { rehearse, calls, rate, output }: RotateFlags,
): Promise<{ readonly text: string; readonly failed: boolean }> {
  if (!rehearse)
    throw new Error("add --rehearse: the command only simulates a rotation, and prints a safe order");
  const manifests = (await Promise.all(paths.map(readManifests))).flat();
  const { rotations, leftOut } = rotationsIn(manifests);
  if (rotations.length === 0)
    throw new Error(
      leftOut.length === 0
        ? "there are no webhooks among the manifests"
        : `no webhook is behind a Service: who serves ${leftOut.join(", ")} is not known`,
    );
  const amount = { calls: countOf("--calls", calls), perSecond: countOf("--rate", rate) };
  const played: { rotation: Rotation; rehearsed: Rehearsed[] }[] = [];
  for (const rotation of rotations) played.push({ rotation, rehearsed: await rehearseAll(rotation, amount) });
  const failed = played.some(({ rotation, rehearsed }) => lossless(rotation, rehearsed).length === 0);
  if (output === "json")
    return { text: `${JSON.stringify({ rotations: played, leftOut }, null, 2)}\n`, failed };
  const notes = leftOut.map(
    (name) => `note: ${name} has a URL: who serves it is not known, and it is left out\n`,
  );
  const texts = played.map(({ rotation, rehearsed }) => rotationText(rotation, rehearsed));
  return { text: [...texts, ...notes].join("\n"), failed };
}

const MOST = 10_000;

function countOf(flag: string, given: string): number {
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    throw new Error(`${flag} ${given}: it is a number from 1 to ${MOST}`);
  return count;
}
