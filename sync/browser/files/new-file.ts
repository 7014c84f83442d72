import type { CommandArgs } from '#schema/mutations/inputs.ts'

export interface NewFile {
  projectId: string
  id: string
  place: CommandArgs['attachments.create']['place']
  name: string
  blob: Blob
  label: string
  /** Where it can be undone. */
  scope: string
}
