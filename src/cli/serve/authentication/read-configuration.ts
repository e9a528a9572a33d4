import { nodeFiles } from "../../../admission/configuration/files.ts";
import { quote } from "../../../go/quote.ts";
import { inContext } from "../../../report/in-context.ts";
import { kindsIn } from "../../../types/files/decode-file.ts";
import { decodeOwnKind } from "../../../types/files/other-kind.ts";
import type { AuthenticationConfiguration } from "../../../types/tables/apiserver/v1-types.ts";

const KINDS = kindsIn("apiserver.config.k8s.io", "AuthenticationConfiguration", "apiserver");

/** Reads the file. Throws with the reference's text (kubernetes/pkg/kubeapiserver/options/authentication.go). */
export const readAuthenticationConfiguration = (path: string): AuthenticationConfiguration =>
  inContext(`failed to load authentication configuration from file ${quote(path)}`, () =>
    configurationIn(nodeFiles.read(path)),
  );

/** Reads an AuthenticationConfiguration from the text of a file. Throws with the text of kube-apiserver. */
export function configurationIn(file: string): AuthenticationConfiguration {
  if (file === "") throw new Error("empty config data");
  return decodeOwnKind<AuthenticationConfiguration>(
    file,
    KINDS,
    (goType) => `expected AuthenticationConfiguration, got ${goType}`,
  );
}
