import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";

/** `/metrics`: Prometheus text. */
export async function metrics(house: House, context: RequestContext): Promise<Answer | undefined> {
  if (context.info.path !== "/metrics") return undefined;
  const { contentType, text } = await house.metrics();
  const body = `${text}${house.limitGauges()}`;
  return { kind: "raw", response: { status: 200, headers: { "content-type": contentType }, body } };
}
