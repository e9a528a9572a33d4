import type { Remembered } from "../remembered.ts";
import { maskSecrets } from "./mask-secrets.ts";

/** Masks a request's Secret or token values in `value`. */
export const maskRequest = <T>(value: T, request: Pick<Remembered, "context">): T =>
  maskSecrets(value, kindOf(request), () => objectsOf(request));

const kindOf = ({ context: { verdicts, info } }: Pick<Remembered, "context">): string =>
  verdicts.at(-1)?.attributes.kind.kind ?? (info.resource === "secrets" && info.group === "" ? "Secret" : "");

const objectsOf = ({ context: { verdicts, requestObject } }: Pick<Remembered, "context">): unknown[] => [
  requestObject,
  ...verdicts.flatMap(({ attributes: { oldObject }, received, validated, hooks }) => [
    oldObject,
    received,
    validated,
    ...hooks.map(({ object }) => object),
  ]),
];
