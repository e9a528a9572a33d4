import { isDeepStrictEqual } from "node:util";
import { invalid } from "../../../api/validation/field-error.ts";
import { readText } from "../../../disk/read-text.ts";
import { describeError, messageOf } from "../../../report/describe-error.ts";
import type { AnonymousAccess } from "../../../server/authenticate/authenticate.ts";
import type { AuthenticateToken } from "../../../server/authenticate/authenticate-token.ts";
import { SIGNING_ALGORITHMS } from "../../../server/authenticate/jwt/jwt-authenticator.ts";
import type { Log } from "../../../server/log.ts";
import type {
  AnonymousAuthConfig,
  AuthenticationConfiguration,
} from "../../../types/tables/apiserver/v1-types.ts";
import { watchFiles } from "../../watch-files.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { hasOidcFlags } from "./has-oidc-flags.ts";
import { type IssuerOptions, type OpenIssuers, openIssuers, refuse } from "./jwt-issuers.ts";
import { oidcAlgorithms, oidcIssuer } from "./oidc-issuer.ts";
import { configurationIn, readAuthenticationConfiguration } from "./read-configuration.ts";

/** Authenticators of tokens, and the access of anonymous users, as flags and files configure them. */
export interface Authentication {
  readonly authenticate: AuthenticateToken;
  readonly anonymous: AnonymousAccess;
  close(): void;
}

/** Time that a changed file may wait for the answers of its issuers, in milliseconds, as in the reference. */
const REACH_ALL_MS = 60_000;

/** Reads flags, and returns issuers and anonymous access. Throws with the reference's text. */
export function openAuthentication(
  flags: ServeFlags,
  disallowedIssuers: readonly string[],
  log: Log,
): Authentication {
  const { authenticationConfig: path } = flags;
  if (path !== undefined && hasOidcFlags(flags.oidc))
    throw new Error("authentication-config file and oidc-* flags are mutually exclusive");
  const configuration = path === undefined ? fromFlags(flags) : readAuthenticationConfiguration(path);
  const options: IssuerOptions = {
    disallowedIssuers,
    algorithms: path === undefined ? oidcAlgorithms(flags.oidc) : SIGNING_ALGORITHMS,
    log,
  };
  const anonymous = anonymousOf(configuration.anonymous, flags.anonymousAuth);
  const reloading = reloaded(openChecked(configuration, options), configuration, options);
  const watching =
    path === undefined
      ? undefined
      : watchFiles(
          [path],
          async () => {
            await reloading.reload(path);
            return [path];
          },
          (error) => log("error", "failed to load authentication config", { error: describeError(error) }),
        );
  return {
    authenticate: (token, audiences) => reloading.current().authenticate(token, audiences),
    anonymous,
    close() {
      watching?.stop();
      closeKeys(reloading.current());
    },
  };
}

type AuthenticationSettings = Pick<AuthenticationConfiguration, "jwt" | "anonymous">;

function fromFlags(flags: ServeFlags): AuthenticationSettings {
  const issuer = oidcIssuer(flags.oidc);
  return { jwt: issuer === undefined ? [] : [issuer] };
}

function openChecked(configuration: AuthenticationSettings, options: IssuerOptions): OpenIssuers {
  const issuers = openIssuers(configuration.jwt, options);
  const { anonymous } = configuration;
  if (anonymous !== undefined && !anonymous.enabled && anonymous.conditions.length > 0) {
    closeKeys(issuers);
    const conditions = anonymous.conditions.map(({ path }) => ({ Path: path }));
    refuse([
      invalid(
        "anonymous.conditions",
        conditions,
        "enabled should be set to true when conditions are defined",
      ),
    ]);
  }
  return issuers;
}

function closeKeys({ keys }: OpenIssuers): void {
  for (const one of keys) one.close();
}

/** Issuers that can be replaced, once all new ones have answered. */
function reloaded(first: OpenIssuers, initial: AuthenticationSettings, options: IssuerOptions) {
  let current = first;
  let seen: string | undefined;
  return {
    current: () => current,
    async reload(path: string): Promise<void> {
      const text = await readText(path);
      if (text === seen) return;
      seen = text;
      const configuration = configurationIn(text);
      const isSame = isDeepStrictEqual(configuration.anonymous, initial.anonymous);
      const next = openIssuers(configuration.jwt, options, isSame ? undefined : "anonymous");
      try {
        await allReached(next);
      } catch (error) {
        closeKeys(next);
        // It may be better next time.
        seen = undefined;
        throw error;
      }
      const before = current;
      current = next;
      closeKeys(before);
      options.log("info", "reloaded authentication config");
    },
  };
}

async function allReached({ keys }: OpenIssuers): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const problems = keys.map((one) => one.problem()).filter((problem) => problem !== undefined);
      reject(new Error(problems.join(", ")));
    }, REACH_ALL_MS).unref();
  });
  try {
    await Promise.race([Promise.all(keys.map(({ reached }) => reached)), late]);
  } catch (error) {
    throw new Error(`failed to update authentication config: ${messageOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The file and the flag exclude each other. */
function anonymousOf(
  configuration: AnonymousAuthConfig | undefined,
  flag: boolean | undefined,
): AnonymousAccess {
  if (configuration === undefined) return { paths: flag === false ? [] : undefined };
  if (flag !== undefined)
    throw new Error(
      "anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file",
    );
  const { enabled, conditions } = configuration;
  if (!enabled) return { paths: [] };
  return { paths: conditions.length === 0 ? undefined : conditions.map(({ path }) => path) };
}
