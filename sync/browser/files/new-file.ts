import type { CommandArgs } from '#schema/mutations/inputs.ts'

/** What a person says of a file. */
export type FileWords = Pick<CommandArgs['attachments.create'], 'alias' | 'description'>

export interface NewFile {
  projectId: string
  id: string
  place: CommandArgs['attachments.create']['place']
  name: string
  alias?: string
  description?: string
  blob: Blob
  label: string
  /** Where it can be undone. */
  scope: string
}
