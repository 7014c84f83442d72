import * as v from 'valibot'
import { keptForm } from '#client/lib/kept-form.ts'

export const keptRequirementKey = (documentId: string): string => `requirement.new.${documentId}`

/** Whether a text waits here for its requirement. */
export const hasKeptRequirement = (documentId: string): boolean =>
  (keptForm(keptRequirementKey(documentId), v.string()) ?? '').trim() !== ''
