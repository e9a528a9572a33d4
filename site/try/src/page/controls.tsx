import { BINARY_MINOR, OLDEST_MINOR } from "../../../../src/resources/features/emulated-version.ts";
import type { Evaluated, Situation } from "../engine/messages.ts";

type Change = (members: Partial<Situation>) => void;

const OPERATIONS = ["CREATE", "UPDATE", "DELETE"];
/** All versions, the newest first. */
const VERSIONS = Array.from({ length: BINARY_MINOR - OLDEST_MINOR + 1 }, (_, age) => `1.${BINARY_MINOR - age}`);

/** The request without its object: operation, user, version, dry run. */
export function Controls({ situation, change }: { situation: Situation; change: Change }) {
  return (
    <div class="controls" role="group" aria-label="The request">
      <label>
        <span>Operation</span>
        <select
          value={situation.operation}
          onChange={({ currentTarget: { value } }) => change({ operation: value })}
        >
          <option value="">by the objects</option>
          {OPERATIONS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="wide">
        <span>User</span>
        <input
          value={situation.user}
          placeholder="kubernetes-admin"
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => change({ user: value })}
        />
      </label>
      <label class="wide">
        <span>Groups</span>
        <input
          value={situation.groups}
          placeholder={situation.user === "" ? "system:masters" : "system:authenticated"}
          disabled={situation.user === ""}
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => change({ groups: value })}
        />
      </label>
      <label>
        <span>Kubernetes</span>
        <select
          value={situation.version}
          onChange={({ currentTarget: { value } }) => change({ version: value })}
        >
          {VERSIONS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={situation.dryRun}
          onChange={({ currentTarget: { checked } }) => change({ dryRun: checked })}
        />
        <span>Dry run</span>
      </label>
    </div>
  );
}

interface ExpressionLineProps {
  readonly situation: Situation;
  readonly evaluated: Evaluated | undefined;
  readonly change: Change;
}

/** One CEL expression about the object, with its value, type and cost. */
export function ExpressionLine({ situation, evaluated, change }: ExpressionLineProps) {
  return (
    <div class="expression">
      <label>
        <span>CEL</span>
        <input
          class="code"
          value={situation.expression}
          placeholder="object.metadata.name.startsWith('a')"
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => change({ expression: value })}
        />
      </label>
      {evaluated?.kind === "value" && (
        <p class="said">
          <code class="good">{evaluated.value}</code>
          <span class="dim">
            {evaluated.type}, cost {evaluated.cost}
          </span>
        </p>
      )}
      {evaluated?.kind === "error" && <pre class="said bad">{evaluated.message}</pre>}
    </div>
  );
}
