import type { coreV1, Deployment, metaV1, Pod } from "sallyport/kinds";

export const nameOf = ({ metadata }: Pod): string | undefined => metadata.name;
export const images = ({ spec }: Deployment): (string | undefined)[] =>
  spec.template.spec?.containers.map((container: coreV1.Container) => container.image) ?? [];
export const labels = (meta: metaV1.ObjectMeta): string[] => Object.keys(meta.labels ?? {});
