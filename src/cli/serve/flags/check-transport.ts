import { goBool } from "../../../go/bool.ts";
import { quote } from "../../../go/quote.ts";
import type { ServeOptions } from "../../../http/serve.ts";
import { durationFlag } from "../../duration-flag.ts";
import { hstsHeader } from "./hsts.ts";
import type { ServeFlags } from "./serve-flags.ts";
import { tlsSettings } from "./tls-settings.ts";

/** Settings of connections, and of timeouts, from the flags. */
export interface Transport {
  readonly serving: Pick<ServeOptions, "tls" | "http2" | "goawayChance" | "maxConcurrentStreams">;
  /** The header Strict-Transport-Security; undefined: there is none. */
  readonly hsts: string | undefined;
  readonly requestTimeoutMs: number;
  readonly minRequestTimeoutSeconds: number;
  readonly shutdownDelayMs: number;
}

const MOST_GOAWAYS = 0.02;

/** Throws in the words of the reference (apiserver/pkg/server/options/server_run_options.go, Validate). */
export function checkTransport(flags: ServeFlags): Transport {
  const requestTimeoutMs = notNegative("request-timeout", flags.requestTimeout, durationFlag);
  if (requestTimeoutMs === 0) throw new Error("--request-timeout: no request could be answered in 0s");
  const http2 = !booleanFlag("--disable-http2-serving", flags.disableHttp2Serving);
  return {
    serving: { tls: tlsSettings(flags, http2), http2, goawayChance: goawayChance(flags), ...streams(flags) },
    hsts: hstsHeader(flags.strictTransportSecurityDirectives),
    requestTimeoutMs,
    minRequestTimeoutSeconds: notNegative("min-request-timeout", flags.minRequestTimeout, integerFlag),
    shutdownDelayMs: notNegative("shutdown-delay-duration", flags.shutdownDelayDuration, durationFlag),
  };
}

function goawayChance({ goawayChance: text }: ServeFlags): number {
  const chance = Number(text);
  if (text.trim() === "" || Number.isNaN(chance)) throw badArgument("--goaway-chance", text, "ParseFloat");
  if (chance < 0 || chance > MOST_GOAWAYS)
    throw new Error(`--goaway-chance can not be less than 0 or greater than ${MOST_GOAWAYS}`);
  return chance;
}

/** A value of 0 or below selects the default, as in the reference. */
function streams({ http2MaxStreamsPerConnection }: ServeFlags): { maxConcurrentStreams?: number } {
  const most = integerFlag("--http2-max-streams-per-connection", http2MaxStreamsPerConnection);
  return most > 0 ? { maxConcurrentStreams: most } : {};
}

function notNegative(name: string, text: string, read: (flag: string, text: string) => number): number {
  const value = read(`--${name}`, text);
  if (value < 0) throw new Error(`--${name} can not be negative value`);
  return value;
}

/** An integer as Go's flags read it. */
export function integerFlag(flag: string, text: string): number {
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw badArgument(flag, text, "ParseInt");
}

/** Standing alone it is true. */
export function booleanFlag(flag: string, given: boolean | string | undefined): boolean {
  if (given === undefined || typeof given === "boolean") return given === true;
  const value = goBool(given);
  if (value === undefined) throw badArgument(flag, given, "ParseBool");
  return value;
}

const badArgument = (flag: string, text: string, parser: string): Error =>
  new Error(
    `invalid argument ${quote(text)} for ${quote(flag)} flag: strconv.${parser}: parsing ${quote(text)}: invalid syntax`,
  );
