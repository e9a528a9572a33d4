import { Option } from "commander";
import { messageOf } from "../../../report/describe-error.ts";
import { parseIpRange } from "../../../server/services/ip-range.ts";
import { parsePortRange } from "../../../server/services/port-range.ts";
import { MOST_FAKE_NODES } from "../../../workloads/nodes/fake-nodes/node-objects.ts";
import { declare } from "../../flags/flag.ts";
import { commas, count, countOf, flagWith, textsOf } from "../../flags/flag-types.ts";

const ALL_CONTROLLERS = ["*"];

/** Named controllers replace the default, even if the list is empty. */
const named = (value: string, previous: string[]): string[] =>
  commas(value, previous === ALL_CONTROLLERS ? [] : previous);

const fakeNodes = flagWith((text, name) => {
  const nodes = countOf(text, name);
  if (nodes <= MOST_FAKE_NODES) return nodes;
  throw new Error(`${name}: ${nodes} is too many; the limit is ${MOST_FAKE_NODES}`);
});

/** Returns a function that declares flags with a text that `parse` accepts. */
const range = (parse: (text: string) => unknown) =>
  flagWith((text, name) => {
    try {
      parse(text);
    } catch (error) {
      throw new Error(`${name}: ${messageOf(error)}`);
    }
    return text;
  });

const trueOrFalse = flagWith((text, name) => {
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`${name}: ${JSON.stringify(text)} is not true or false`);
});

export const controllersFlags = {
  controllers: declare(
    (name) =>
      new Option(
        `--${name} <names>`,
        "controllers to run, as in kube-controller-manager: * for all, *,-name for all but one, empty for none",
      )
        .argParser(named)
        .default(ALL_CONTROLLERS, "*"),
    (given) => textsOf(given) ?? ALL_CONTROLLERS,
  ),
  fakeNodes: fakeNodes(
    "<number>",
    "number of simulated nodes, with a scheduler; pods are bound to them and reported as running, but no container runs",
    "0",
  ),
  serviceClusterIpRange: range(parseIpRange)("<cidr>", "IP addresses for Services", "10.0.0.0/24"),
  serviceNodePortRange: range(parsePortRange)("<ports>", "node ports for Services", "30000-32767"),
  enablePriorityAndFairness: trueOrFalse(
    "<bool>",
    "requests have priority levels, and wait in fair queues when all seats of their level are taken",
    "true",
  ),
  maxRequestsInflight: count(
    "<number>",
    "seats for all priority levels, together with --max-mutating-requests-inflight; without priority and fairness: number of reads at the same time, 0 for no limit",
    "400",
  ),
  maxMutatingRequestsInflight: count(
    "<number>",
    "further seats; without priority and fairness: number of writes at the same time, 0 for no limit",
    "200",
  ),
};
