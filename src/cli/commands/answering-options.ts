import { many, type Options } from "../options.ts";

/**
 * Returns the options that choose the components that answer for webhooks. `call`, `handlers`: further text for
 * the help of the two options.
 */
export const answering = ({
  call,
  handlers,
}: {
  readonly call: string;
  readonly handlers: string;
}): Options => ({
  "--call": `call webhooks over the network: those with a URL, and those whose Service has a --service flag${call}`,
  "--service <ns/name=host:port>": many("with --call: address of a Service; may be repeated"),
  "--handlers <module>": `module (TypeScript or JavaScript) that exports webhooks of sallyport/webhook; they answer for the webhooks with the same names; ${handlers}`,
});
