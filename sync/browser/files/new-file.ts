import type { CommandArgs } from '#schema/mutations/inputs.ts'

/** Display name and description that a person gave a file. */
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
  /** The undo scope of the edit. */
  scope: string
  /** Edits with the same group are undone together. */
  group?: string | undefined
}
