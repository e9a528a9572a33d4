import type { KeyPair } from "../../../http/certificates/issue.ts";
import type { AskedCertificate, ControllerHost } from "../../../workloads/base/controller.ts";

/**
 * Returns a function that signs the requests of controllers with the server's own authority. The library is
 * loaded at the first request.
 */
export const signerWith =
  (authority: KeyPair): NonNullable<ControllerHost["signCertificate"]> =>
  async ({ problem: problemOf, ...asked }: AskedCertificate) => {
    const { requestedSubject, signRequest } = await import("../../../http/certificates/sign-request.ts");
    const problem = problemOf(requestedSubject(asked.request));
    return problem === undefined ? { certificate: await signRequest(authority, asked) } : { problem };
  };
