import type { VendorPart } from '#schema/entities/vendor-part.ts'
import type { CommandArgs } from '#schema/mutations/index.ts'
import { mutate, newId } from '#client/lib/mutate.ts'
import { toast } from '#client/ui/feedback/toast.tsx'

export type PartPlace = Pick<VendorPart, 'projectId' | 'vendorId' | 'documentId' | 'sectionId'>

const placeOf = ({ projectId, vendorId, documentId, sectionId }: PartPlace): PartPlace => ({
  projectId,
  vendorId,
  documentId,
  sectionId,
})

/** Writes what changed of one part and shows a refusal. */
export const editPart = (
  place: PartPlace,
  patch: CommandArgs['parts.update']['patch'],
  undoLabel: string,
): void =>
  void mutate(
    'parts.update',
    { ...placeOf(place), patch },
    { undoLabel, scope: place.documentId },
  ).catch((error: unknown) => toast.error(error))

/** Marks parts as ready, or takes the mark back, as one undo. */
export const markReady = async (
  places: readonly PartPlace[],
  isReady: boolean,
  undoLabel: string,
): Promise<void> => {
  const undoGroup = newId()
  try {
    for (const place of places)
      await mutate(
        'parts.setReady',
        { ...placeOf(place), isReady },
        { undoGroup, undoLabel, scope: place.documentId },
      )
  } catch (error) {
    toast.error(error)
  }
}
