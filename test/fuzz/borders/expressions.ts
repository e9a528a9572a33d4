import { admissionEnvironment, compile } from "../../../src/cel/index.ts";
import type { Border } from "../border.ts";
import { POD } from "./bodies.ts";

const environment = admissionEnvironment();
const SCENE = {
  object: POD,
  oldObject: null,
  request: { operation: "CREATE", name: "web", userInfo: { groups: ["a"] } },
};

/** Expressions of policies and conditions. A budget limits the cost of each. */
export const EXPRESSIONS: readonly Border[] = [
  {
    name: "cel",
    corpus: [
      "object.spec.containers.all(c, c.image.startsWith('registry.example.com/') && !c.image.endsWith(':latest'))",
      "has(object.metadata.labels) && object.metadata.labels.exists(k, k.matches('^a[a-z]*$'))",
      "quantity('1Gi').add(quantity('500Mi')).isGreaterThan(quantity('1')) ? duration('1h30m') : duration('1s')",
      "[1, 2, 3].map(x, x * 2).filter(x, x > 2).sum() == 10 && {'a': 1, 'b': [2]}['b'][0] < 3u",
      "object.?spec.?nodeName.orValue('none') + string(timestamp('2026-01-02T03:04:05Z').getFullYear())",
      "'a,b'.split(',').join('-').upperAscii().replace('A', 'c', 1).charAt(0) + '%s %d'.format(['x', 3])",
      "url('https://a:1/b?c=d').getHost() == ip('10.0.0.1').family().toString() || isIP('x') || cidr('10.0.0.0/8').containsIP('10.1.1.1')",
    ],
    run(input) {
      const program = compile(input.toString(), environment);
      if (program.kind !== "issues") program.run(SCENE as never);
      return undefined;
    },
  },
];
