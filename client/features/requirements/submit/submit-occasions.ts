import { createEmitter } from '#client/lib/emitter.ts'
import type { BulkSubmitOccasion } from '#schema/rules/answers/bulk-submit.ts'

interface Occasion {
  documentId: string
  occasion: BulkSubmitOccasion
}

/** Emits when an action has left saved answers that the vendor may want to submit. */
export const submitOccasions = createEmitter<Occasion>()
