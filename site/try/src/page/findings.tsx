import type { Finding } from "../../../../src/lint/finding.ts";
import { FILE_NAMES, type FileProblem } from "../engine/messages.ts";

type Show = (file: string, line: number) => void;

interface ProblemsProps {
  readonly problems: readonly FileProblem[];
  readonly show: Show;
}

/** Texts that cannot be read, which leave the request undecided. */
export function Problems({ problems, show }: ProblemsProps) {
  return (
    <>
      {problems.map(({ file, line, message }, index) => (
        <p key={index} class="verdict refused" role="alert">
          {line > 0 && <Place file={FILE_NAMES[file]} line={line} show={show} />} {message}
        </p>
      ))}
    </>
  );
}

/** The findings of `sallyport lint`. */
export function Findings({ findings, show }: { findings: readonly Finding[]; show: Show }) {
  if (findings.length === 0) return null;
  return (
    <section class="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">What lint finds</h2>
      <ul>
        {findings.map(({ rule, severity, file, line, message, fix }, index) => (
          <li key={index} class={severity}>
            <p>
              <strong>{severity}</strong> <Place file={file} line={line} show={show} />{" "}
              <span class="dim">{rule}</span>
            </p>
            <p>
              {message} {fix !== "" && <span class="good">{fix}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Place = ({ file, line, show }: { file: string; line: number; show: Show }) => (
  <button type="button" class="place" onClick={() => show(file, line)}>
    {file}:{line}
  </button>
);
