import { refuseOtherKind } from "../../../admission/configuration/apiserver-kinds.ts";
import { nodeFiles } from "../../../admission/configuration/files.ts";
import {
  configurationKinds,
  decodeStrictly,
  type StructType,
} from "../../../admission/configuration/strict-decode.ts";
import { quote } from "../../../go/quote.ts";
import { goRecords, isJsonObject, type JsonObject, text } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import {
  type JwtConfiguration,
  jwtConfigurationOf,
  jwtFields,
} from "../../../server/authenticate/jwt/configuration.ts";

/** Contents of the file of `--authentication-config`. */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JwtConfiguration[];
  /** Undefined: the file does not configure it. */
  readonly anonymous: AnonymousConfiguration | undefined;
}

/** Whether requests without credentials are anonymous, and on which paths. */
export interface AnonymousConfiguration {
  readonly enabled: boolean;
  /** Empty: everywhere. */
  readonly conditions: readonly { readonly path: string }[];
}

const fieldsOf = (version: string): StructType => ({
  goName: "AuthenticationConfiguration",
  fields: {
    jwt: { kind: "list", goType: `[]${version}.JWTAuthenticator`, of: jwtFields(version) },
    anonymous: {
      kind: "struct",
      goType: `${version}.AnonymousAuthConfig`,
      of: {
        goName: "AnonymousAuthConfig",
        fields: {
          enabled: { kind: "bool" },
          conditions: {
            kind: "list",
            goType: `[]${version}.AnonymousAuthCondition`,
            of: { goName: "AnonymousAuthCondition", fields: { path: { kind: "string" } } },
          },
        },
      },
    },
  },
});

const KINDS = configurationKinds("AuthenticationConfiguration", fieldsOf);

/** Reads the file. Throws with the reference's text (kubernetes/pkg/kubeapiserver/options/authentication.go). */
export function readAuthenticationConfiguration(path: string): AuthenticationConfiguration {
  try {
    return configurationIn(nodeFiles.read(path));
  } catch (error) {
    const what = `failed to load authentication configuration from file ${quote(path)}`;
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error });
  }
}

/** Reads an AuthenticationConfiguration from the text of a file. Throws with the text of kube-apiserver. */
export function configurationIn(file: string): AuthenticationConfiguration {
  if (file === "") throw new Error("empty config data");
  const { jwt, anonymous } = decoded(file);
  return {
    jwt: goRecords(jwt).map(jwtConfigurationOf),
    anonymous: isJsonObject(anonymous) ? anonymousOf(anonymous) : undefined,
  };
}

function decoded(file: string): JsonObject {
  try {
    return decodeStrictly(file, KINDS).value;
  } catch (error) {
    refuseOtherKind(error, (goType) => `expected AuthenticationConfiguration, got ${goType}`);
  }
}

const anonymousOf = ({ enabled, conditions }: JsonObject): AnonymousConfiguration => ({
  enabled: enabled === true,
  conditions: goRecords(conditions).map(({ path }) => ({ path: text(path) })),
});
