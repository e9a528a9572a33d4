import { type FieldError, invalid, notSupportedInOrder, required } from "../../api/validation/field-error.ts";
import { nameIsDnsSubdomain } from "../../api/validation/name-format.ts";
import type { GroupResources, Policy, PolicyRule } from "../../types/tables/audit/v1-types.ts";

const LEVELS = ["None", "Metadata", "Request", "RequestResponse"];
const STAGES = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"];

/**
 * Returns the problems of a policy. The paths are those of the reference, which have no indexes for
 * `resources`.
 */
export const auditPolicyProblems = ({ omitStages, rules }: Policy): readonly FieldError[] => [
  ...stageProblems(omitStages, "omitStages"),
  ...rules.flatMap((rule, i) => ruleProblems(rule, `rules[${i}]`)),
];

function ruleProblems(rule: PolicyRule, path: string): readonly FieldError[] {
  const { level, nonResourceURLs, resources, namespaces, omitStages } = rule;
  const isBoth = nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0);
  const both = "rules cannot apply to both regular resources and non-resource URLs";
  return [
    ...levelProblems(level, `${path}.level`),
    ...nonResourceURLs.flatMap((url, i) => urlProblems(url, `${path}.nonResourceURLs[${i}]`)),
    ...resources.flatMap((one) => resourceProblems(one, `${path}.resources`)),
    ...stageProblems(omitStages, `${path}.omitStages`),
    ...(isBoth ? [invalid(`${path}.nonResourceURLs`, nonResourceURLs, both)] : []),
  ];
}

function levelProblems(level: string, path: string): readonly FieldError[] {
  if (level === "") return [required(path)];
  return LEVELS.includes(level) ? [] : [notSupportedInOrder(path, level, LEVELS)];
}

function urlProblems(url: string, path: string): readonly FieldError[] {
  if (url === "*") return [];
  const problems: FieldError[] = [];
  if (!url.startsWith("/"))
    problems.push(invalid(path, url, "non-resource URL rules must begin with a '/' character"));
  if (url.slice(0, -1).includes("*"))
    problems.push(
      invalid(path, url, "non-resource URL wildcards '*' must be the final character of the rule"),
    );
  return problems;
}

function resourceProblems(
  { group, resources, resourceNames }: GroupResources,
  path: string,
): readonly FieldError[] {
  const wrong = group === "" || group === "*" ? [] : nameIsDnsSubdomain(group, false);
  const isNameless = resourceNames.length > 0 && resources.length === 0;
  const alone = "using resourceNames requires at least one resource";
  return [
    ...(wrong.length > 0 ? [invalid(`${path}.group`, group, wrong.join(","))] : []),
    ...(isNameless ? [invalid(`${path}.resourceNames`, resourceNames, alone)] : []),
  ];
}

const stageProblems = (stages: readonly string[], path: string): readonly FieldError[] =>
  stages.flatMap((stage, i) =>
    STAGES.includes(stage) ? [] : [invalid(`${path}[${i}]`, stage, `allowed stages are ${STAGES.join(",")}`)],
  );
