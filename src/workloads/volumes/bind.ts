import type { KubeObject } from "../../api/meta.ts";
import { semanticEqual } from "../../json/semantic-equal.ts";
import type { JsonObject } from "../../json/value.ts";
import type {
  ObjectReference as ClaimReference,
  PersistentVolume as Volume,
  PersistentVolumeClaim as VolumeClaim,
  PersistentVolumeClaimStatus as VolumeClaimStatus,
} from "../../types/tables/core/v1-types.ts";
import type { WorkloadContext } from "../shared/context.ts";
import { CLAIMS, VOLUMES } from "../shared/kinds.ts";
import { isBoundTo } from "./match.ts";

/** Annotation: the controller chose the other object. A binding without it was made by a user. */
export const BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
/** Annotation of a claim whose binding has been complete once. */
export const BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

/** True if the object has the annotation, with any value. */
export const hasAnnotation = ({ metadata }: KubeObject, name: string): boolean =>
  metadata.annotations?.[name] !== undefined;

/** Returns the object with additional annotations. */
export const annotated = <T extends KubeObject>(object: T, added: { [name: string]: string }): T => ({
  ...object,
  metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...added } },
});

type Context = Pick<WorkloadContext, "writer">;

/**
 * Binds a volume and a claim to each other with four writes. After an error the next sync completes the
 * missing writes.
 */
export async function bind(context: Context, volume: Volume, claim: VolumeClaim): Promise<void> {
  const bound = await setPhase(context, await pointAtClaim(context, volume, claim), "Bound");
  await setClaimStatus(context, await pointAtVolume(context, claim, bound), "Bound", bound);
}

async function pointAtClaim({ writer }: Context, volume: Volume, claim: VolumeClaim): Promise<Volume> {
  const isOurs = isBoundTo(volume, claim);
  const isSame = isOurs && volume.spec?.claimRef?.uid === claim.metadata.uid;
  if (isSame) return volume;
  const pointed = { ...volume, spec: { ...volume.spec, claimRef: referenceTo(claim) } };
  const marked = isOurs || hasAnnotation(volume, BY_CONTROLLER);
  return writer.update(VOLUMES, marked ? pointed : annotated(pointed, { [BY_CONTROLLER]: "yes" }));
}

const referenceTo = ({
  metadata: { namespace, name, uid, resourceVersion },
}: VolumeClaim): ClaimReference => ({
  kind: CLAIMS.kind,
  apiVersion: CLAIMS.apiVersion,
  ...(namespace === undefined ? {} : { namespace }),
  ...(name === undefined ? {} : { name }),
  ...(uid === undefined ? {} : { uid }),
  ...(resourceVersion === undefined ? {} : { resourceVersion }),
});

async function pointAtVolume({ writer }: Context, claim: VolumeClaim, volume: Volume): Promise<VolumeClaim> {
  const { name = "" } = volume.metadata;
  const isSame = claim.spec?.volumeName === name;
  if (isSame && hasAnnotation(claim, BIND_COMPLETED)) return claim;
  const pointed = { ...claim, spec: { ...claim.spec, volumeName: name } };
  return writer.update(
    CLAIMS,
    annotated(pointed, { ...(isSame ? {} : { [BY_CONTROLLER]: "yes" }), [BIND_COMPLETED]: "yes" }),
  );
}

/** Writes the phase of a volume, and removes its message. It writes nothing if the volume has this phase. */
export async function setPhase({ writer }: Context, volume: Volume, phase: string): Promise<Volume> {
  if (volume.status?.phase === phase) return volume;
  const { message: _, ...rest } = volume.status ?? {};
  return writer.update(VOLUMES, { ...volume, status: { ...rest, phase } }, "status");
}

/** `volume`: the bound volume; absent if the claim is bound to none. */
export async function setClaimStatus(
  { writer }: Context,
  claim: VolumeClaim,
  phase: string,
  volume?: Volume,
): Promise<boolean> {
  const { accessModes: _, capacity, currentVolumeAttributesClassName: current, ...rest } = claim.status ?? {};
  const isNew = claim.status?.phase !== phase;
  const status: VolumeClaimStatus = {
    ...rest,
    phase,
    ...(volume === undefined
      ? {}
      : {
          ...optional("accessModes", volume.spec?.accessModes),
          ...optional("capacity", isNew ? volume.spec?.capacity : capacity),
          ...optional(
            "currentVolumeAttributesClassName",
            isNew ? volume.spec?.volumeAttributesClassName : current,
          ),
        }),
  };
  if (semanticEqual(status, claim.status)) return false;
  await writer.update(CLAIMS, { ...claim, status }, "status");
  return true;
}

const optional = (name: string, value: JsonObject[string] | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value };

/**
 * Releases a volume. A reference that the controller wrote is removed. A volume that a user reserved for a
 * claim stays reserved.
 */
export async function unbind(context: Context, volume: Volume): Promise<void> {
  const { claimRef, ...spec } = volume.spec ?? {};
  const { [BY_CONTROLLER]: mark, ...annotations } = volume.metadata.annotations ?? {};
  const { uid: _, ...reserved } = claimRef ?? {};
  const freed =
    mark === undefined
      ? { ...volume, spec: { ...spec, claimRef: reserved } }
      : { ...volume, spec, metadata: { ...volume.metadata, annotations } };
  await setPhase(context, await context.writer.update(VOLUMES, freed), "Available");
}
