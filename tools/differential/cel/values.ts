import type { JsonObject } from "../../../src/json/value.ts";
import { answer, environmentOf } from "../../../test/cel/answer.ts";
import type { Random } from "../random.ts";
import type { Expressions } from "./policies.ts";

const ENVIRONMENT = environmentOf({ object: "dyn" });
const OBJECT = { object: {} };

/**
 * Results of expressions, each as a warning: its value or its error. All of them must compile, because otherwise none
 * would be evaluated.
 */
export function shownValues(random: Random, expressions: Expressions): JsonObject[] {
  const made: JsonObject[] = [];
  for (let tries = 0; made.length < 12 && tries < 60; tries++) {
    const expression = expressions.generated();
    const { issues, program } = answer(expression, ENVIRONMENT, OBJECT);
    if (issues !== undefined || program !== undefined) continue;
    // Equal warnings are given once.
    const i = made.length;
    made.push({
      expression: `dyn(${expression}) == dyn('never ${i}')`,
      messageExpression: `'${i}: %s'.format([dyn(${expression})])`,
      ...(random.chance(0.1) ? { message: "no" } : {}),
    });
  }
  return made;
}
