import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CommandName } from '#schema/mutations/index.ts'
import { readRow } from '../../lib/project-store.ts'
import type { UnsentEdit } from '../../lib/unsent-edits.ts'

/** The text of an edit whose undo label was not given. */
const COMMAND_WORDS: { readonly [N in CommandName]: MessageDescriptor } = {
  'projects.update': msg`Project settings`,
  'packages.create': msg`New package`,
  'packages.update': msg`Name of a package`,
  'packages.move': msg`Order of packages`,
  'packages.delete': msg`Package deleted`,
  'documents.create': msg`New document`,
  'documents.update': msg`Name or prefix of a document`,
  'documents.move': msg`Order of documents`,
  'documents.delete': msg`Document deleted`,
  'documents.addMember': msg`Member of a document added`,
  'documents.removeMember': msg`Member of a document removed`,
  'owners.set': msg`Owner`,
  'parts.update': msg`Who answers`,
  'parts.setReady': msg`Ready mark`,
  'sections.create': msg`New section`,
  'sections.update': msg`Name of a section`,
  'sections.move': msg`Order of sections`,
  'sections.delete': msg`Section deleted`,
  'requirements.create': msg`New requirement`,
  'requirements.createBulk': msg`New requirements`,
  'requirements.update': msg`Requirement changed`,
  'requirements.updateBulk': msg`Requirements changed`,
  'requirements.move': msg`Requirements moved`,
  'requirements.delete': msg`Requirements deleted`,
  'content.restore': msg`Deletion undone`,
  'requirements.exclude': msg`Requirement excluded or included again`,
  'releases.create': msg`New release`,
  'releases.update': msg`Release changed`,
  'releases.move': msg`Order of releases`,
  'releases.delete': msg`Release deleted`,
  'weights.set': msg`Weights`,
  'commitments.update': msg`Answer`,
  'commitments.updateBulk': msg`Answers`,
  'commitments.submit': msg({ message: 'Submit', context: 'as an event' }),
  'overrides.set': msg({ message: 'Override', context: 'as an event' }),
  'attachments.create': msg`File added`,
  'attachments.update': msg`File renamed`,
  'attachments.remove': msg`File removed`,
  'overrides.remove': msg`Override removed`,
  'comments.create': msg`New comment`,
  'comments.reply': msg`New reply`,
  'comments.markOfficial': msg`Reply marked as official`,
  'comments.publish': msg`Answer published`,
  'comments.correct': msg`Published answer corrected`,
}

const isCommandName = (name: string): name is CommandName => Object.hasOwn(COMMAND_WORDS, name)

export const unsentWords = ({
  command,
  label,
}: Pick<UnsentEdit, 'command' | 'label'>): MessageDescriptor | string =>
  label === command && isCommandName(command) ? COMMAND_WORDS[command] : label

/** The full id of the requirement that an edit changed; '' if it changed none or several. */
export const unsentSubject = ({ projectId, entityKeys }: UnsentEdit): string => {
  const ids = new Set(
    entityKeys.flatMap((key) =>
      /^(requirement|commitment|override)\//.test(key)
        ? [key.slice(key.indexOf('/') + 1).split('.')[0] ?? '']
        : [],
    ),
  )
  const [id] = ids
  return ids.size === 1 && id !== undefined
    ? (readRow(projectId, 'requirement', id)?.fullId ?? '')
    : ''
}
