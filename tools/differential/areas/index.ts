import type { Case } from "../case.ts";
import type { Random } from "../random.ts";
import { admissionCase } from "./admission.ts";
import { auditCase } from "./audit.ts";
import { bodiesCase } from "./bodies.ts";
import { celCase } from "./cel.ts";
import { customCase } from "./custom.ts";
import { kindsCase } from "./kinds.ts";
import { kubectlCase } from "./kubectl.ts";
import { rbacCase } from "./rbac.ts";
import { readsCase } from "./reads.ts";
import { registrationCase } from "./registration.ts";
import { routingCase } from "./routing.ts";
import { scenariosCase } from "./scenarios.ts";
import { sequencesCase } from "./sequences.ts";
import { textsCase } from "./texts.ts";
import { webhooksCase } from "./webhooks.ts";

/** Makes one case. `only`: a single kind or type of case, in areas with several. */
export type Area = (random: Random, only?: string) => Case;

export const AREAS: ReadonlyMap<string, Area> = new Map<string, Area>([
  ["kinds", kindsCase],
  ["custom", customCase],
  ["reads", readsCase],
  ["routing", routingCase],
  ["registration", registrationCase],
  ["webhooks", webhooksCase],
  ["rbac", rbacCase],
  ["cel", celCase],
  ["bodies", bodiesCase],
  ["scenarios", scenariosCase],
  ["kubectl", kubectlCase],
  ["sequences", sequencesCase],
  ["admission", admissionCase],
  ["audit", auditCase],
  ["texts", textsCase],
]);
