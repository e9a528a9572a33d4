import type { Situation, WrongStart } from "./case.ts";
import { IMAGE_SITUATIONS, WRONG_IMAGES } from "./image-cases.ts";
import { JWT_SITUATIONS } from "./jwt-cases.ts";
import { NODE_SITUATIONS } from "./node-cases.ts";
import { RESTRICTION_SITUATIONS } from "./restriction-cases.ts";
import { RIGHTS_SITUATIONS, WRONG_AUTHORIZATION } from "./rights-cases.ts";
import { TOKEN_SITUATIONS } from "./token-cases.ts";
import { WRONG_AUTHENTICATION } from "./wrong-starts.ts";

export const SITUATIONS: readonly Situation[] = [
  ...JWT_SITUATIONS,
  ...TOKEN_SITUATIONS,
  ...RIGHTS_SITUATIONS,
  ...NODE_SITUATIONS,
  ...RESTRICTION_SITUATIONS,
  ...IMAGE_SITUATIONS,
];
export const WRONG_STARTS: readonly WrongStart[] = [
  ...WRONG_AUTHENTICATION,
  ...WRONG_AUTHORIZATION,
  ...WRONG_IMAGES,
];
