import type { FieldReport } from "../../api/field-path.ts";
import type { KubeObject } from "../../api/meta.ts";
import { dns1123SubdomainProblems } from "../../api/name-format.ts";
import {
  checkLabelSelector,
  type LabelSelectorLike,
  selectorHasInvalidValues,
} from "../../api/validate-label-selector.ts";
import {
  countGeneration,
  specOf,
  statusOnly,
  statusOnlyElsewhere,
  strategy,
  validatesObject,
  validatesSpec,
  view,
} from "../define/strategy.ts";
import { checksThenCompares, comparesThenChecks } from "../define/update-order.ts";
import type { Strategy } from "../kind.ts";
import { nanos } from "../kinds/shared/values/amounts.ts";
import { deprecatedNodeLabel } from "../kinds/shared/values/node-labels.ts";
import { checkImmutable, checkImmutableSelector } from "../kinds/shared/workload/workload.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";
import { checkAttachment } from "./storage/attachment.ts";
import {
  checkAttributesClass,
  checkAttributesClassChange,
  checkStorageClass,
  checkStorageClassChange,
  type StorageClass,
  storageClassWarnings,
} from "./storage/classes.ts";
import { checkCsiDriver, checkCsiNode, csiDriverWarnings } from "./storage/csi.ts";
import type { CsiDriverSpec } from "./storage/driver-types.ts";

interface StorageCapacity {
  readonly storageClassName?: string;
  readonly nodeTopology?: LabelSelectorLike;
  readonly capacity?: string;
}

function checkCapacity(object: StorageCapacity, old: StorageCapacity | undefined, at: FieldReport): void {
  const { storageClassName = "", nodeTopology, capacity } = object;
  const allowInvalidValues = selectorHasInvalidValues(old?.nodeTopology);
  checkLabelSelector(nodeTopology, at.child("nodeTopology"), { allowInvalidValues });
  at.check("storageClassName", storageClassName, dns1123SubdomainProblems);
  if (capacity !== undefined && nanos(capacity) < 0n) {
    at.child("capacity").invalid(capacity, "must be greater than or equal to 0");
  }
}

function checkCapacityChange(object: StorageCapacity, old: StorageCapacity, at: FieldReport): void {
  const { storageClassName = "", nodeTopology } = object;
  checkImmutableSelector(nodeTopology, old.nodeTopology, at.child("nodeTopology"));
  checkImmutable(storageClassName, old.storageClassName ?? "", at.child("storageClassName"));
}

function capacityWarnings(object: KubeObject): string[] {
  const { matchExpressions = [], matchLabels = {} } = view<StorageCapacity>(object).nodeTopology ?? {};
  const ofExpressions = matchExpressions.flatMap(({ key = "" }, i) => {
    const message = deprecatedNodeLabel(key);
    return message === undefined ? [] : [`nodeTopology.matchExpressions[${i}].key: ${key} is ${message}`];
  });
  const ofLabels = Object.keys(matchLabels).flatMap((key) => {
    const message = deprecatedNodeLabel(key);
    return message === undefined ? [] : [`nodeTopology.matchLabels.${key}: ${message}`];
  });
  return [...ofExpressions, ...ofLabels];
}

/** VolumeLimitScaling is off: the field counts only where it is stored already. */
function dropScheduling(object: KubeObject, old?: KubeObject): void {
  const before = old === undefined ? undefined : specOf<CsiDriverSpec>(old).preventPodSchedulingIfMissing;
  if (before === undefined) delete specOf<CsiDriverSpec>(object).preventPodSchedulingIfMissing;
}

const csiDriver = strategy({
  ...validatesSpec(checkCsiDriver),
  allowUnconditionalUpdate: false,
  prepareForCreate: (object) => dropScheduling(object),
  prepareForUpdate(object, old) {
    dropScheduling(object, old);
    countGeneration(object, old);
  },
  warningsOnCreate: (object) => csiDriverWarnings(specOf<CsiDriverSpec>(object)),
  warningsOnUpdate: (object, old) =>
    csiDriverWarnings(specOf<CsiDriverSpec>(object), specOf<CsiDriverSpec>(old)),
});

const ofStorageClass = (object: KubeObject): string[] => storageClassWarnings(view<StorageClass>(object));
const attachment = validatesObject(checkAttachment);
const GROUP = "storage.k8s.io";

export const storageStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  [`${GROUP}/csidrivers`, csiDriver],
  [
    `${GROUP}/csinodes`,
    strategy({ ...validatesSpec(checkCsiNode), allowUnconditionalUpdate: false, repeatsMeta: ["create"] }),
  ],
  [
    `${GROUP}/csistoragecapacities`,
    strategy({
      ...checksThenCompares(checkCapacity, checkCapacityChange),
      allowUnconditionalUpdate: false,
      warningsOnCreate: capacityWarnings,
      warningsOnUpdate: capacityWarnings,
    }),
  ],
  [
    `${GROUP}/storageclasses`,
    strategy({
      ...checksThenCompares(checkStorageClass, checkStorageClassChange),
      warningsOnCreate: ofStorageClass,
      warningsOnUpdate: ofStorageClass,
    }),
  ],
  [
    `${GROUP}/volumeattachments`,
    strategy({
      ...statusOnlyElsewhere("storage/v1.VolumeAttachment"),
      ...attachment,
      allowUnconditionalUpdate: false,
      repeatsMeta: ["create"],
    }),
  ],
  [
    `${GROUP}/volumeattachments/status`,
    statusOnly(
      { validateUpdate: attachment.validateUpdate, allowUnconditionalUpdate: false, repeatsMeta: ["create"] },
      "metadata",
    ),
  ],
  [
    `${GROUP}/volumeattributesclasses`,
    strategy(comparesThenChecks(checkAttributesClassChange, checkAttributesClass)),
  ],
]);
