import type { AskedCertificate, ControllerHost } from "../../controllers/controller.ts";
import type { KeyPair } from "../../http/certificates/issue.ts";

/** The server's own authority signs what its controllers ask for. The library is loaded when somebody does. */
export const signerWith =
  (authority: KeyPair): NonNullable<ControllerHost["signCertificate"]> =>
  async ({ problem: problemOf, ...asked }: AskedCertificate) => {
    const { requestedSubject, signRequest } = await import("../../http/certificates/sign-request.ts");
    const problem = problemOf(requestedSubject(asked.request));
    return problem === undefined ? { certificate: await signRequest(authority, asked) } : { problem };
  };
