import { go } from "../route.ts";
import { tell } from "./told.ts";

/** Leads to the explanation of a message of a request that was refused, with what lint finds. */
export function ExplainLink({ message }: { message: string }) {
  return (
    <p class="small">
      <button
        type="button"
        class="link"
        onClick={() => {
          tell(message);
          go("/explain");
        }}
      >
        Explain this message
      </button>
    </p>
  );
}
