import * as v from 'valibot'
import { keptForm } from '#client/lib/kept-form.ts'

export const keptRequirementKey = (documentId: string): string => `requirement.new.${documentId}`

/** Whether the document has a kept text of a requirement that was not created yet. */
export const hasKeptRequirement = (documentId: string): boolean =>
  (keptForm(keptRequirementKey(documentId), v.string()) ?? '').trim() !== ''
