import { vendorPartId } from '#schema/entities/vendor-part.ts'
import { type CommitmentValues, commitmentId, overrideId } from '#schema/entities/commitment.ts'
import type { CommandArgs } from '#schema/mutations/index.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import type { MemoryState } from '#sync/engine/memory-storage.ts'
import { rowShown } from './row-shown.ts'

interface Given {
  command: string
  args: unknown
}

const isGone =
  (entity: 'section' | 'document' | 'package') =>
  (state: MemoryState, { id }: { id: string }): boolean =>
    rowShown(state, entity, id) === undefined

/**
 * Whether a comment with this text exists under the id that the edit gave, to which a vendor's
 * number may be appended.
 */
const isSaid = (
  state: MemoryState,
  entity: 'comment' | 'reply',
  id: string,
  text: string,
): boolean =>
  [...state.held.values(), ...state.overlay.values()].some(
    ({ row, ...one }) =>
      one.entity === entity &&
      one.id.split('.')[0] === id &&
      row !== null &&
      'text' in row &&
      row.text === text,
  )

const isMember = (state: MemoryState, { id, userId }: { id: string; userId: number }): boolean =>
  rowShown(state, 'document', id)?.members?.includes(userId) === true

/** What a part is before its first edit. */
const EMPTY_PART = { userId: null, dueOn: null, needsApproval: false, submitters: [] }
const partShown = (
  state: MemoryState,
  { documentId, sectionId, vendorId }: Omit<CommandArgs['parts.setReady'], 'isReady'>,
) => rowShown(state, 'vendorPart', vendorPartId(sectionId ?? documentId, vendorId))

const TESTS: Readonly<Record<string, (state: MemoryState, args: never) => boolean>> = {
  // Another person may have written the same words: a late edit then leaves the tray when the
  // project reopens, because it would change no row.
  'requirements.update': (
    state,
    { id, patch: { definitionPart, ...fields } }: CommandArgs['requirements.update'],
  ) => {
    const row = rowShown(state, 'requirement', id)
    return (
      row !== undefined &&
      definitionPart === undefined &&
      Object.entries(fields).every(([name, value]) =>
        sameValue((row as unknown as Record<string, unknown>)[name], value),
      )
    )
  },
  'requirements.delete': (state, { ids }: CommandArgs['requirements.delete']) =>
    ids.every((id) => rowShown(state, 'requirement', id) === undefined),
  'sections.delete': isGone('section'),
  'documents.delete': isGone('document'),
  'packages.delete': isGone('package'),
  'content.restore': (state, { root }: CommandArgs['content.restore']) =>
    rowShown(state, root.entity, root.id) !== undefined,
  'commitments.submit': (state, { items, vendorId }: CommandArgs['commitments.submit']) =>
    items.every(({ requirementId, contentHash }) => {
      const row = rowShown(state, 'commitment', commitmentId(requirementId, vendorId))
      return row?.submitted === true && row.receipt?.contentHash === contentHash
    }),
  'overrides.remove': (
    state,
    { requirementId, vendorId, parameterId }: CommandArgs['overrides.remove'],
  ) =>
    rowShown(state, 'override', overrideId(requirementId, vendorId, parameterId))?.removed !==
    false,
  'owners.set': (state, { ownerId, packageIds, documentIds }: CommandArgs['owners.set']) =>
    packageIds.every((id) => rowShown(state, 'package', id)?.ownerId === ownerId) &&
    documentIds.every((id) => rowShown(state, 'document', id)?.ownerId === ownerId),
  'documents.addMember': (state, args: CommandArgs['documents.addMember']) => isMember(state, args),
  'documents.removeMember': (state, args: CommandArgs['documents.removeMember']) =>
    !isMember(state, args),
  'parts.update': (state, { patch, ...place }: CommandArgs['parts.update']) => {
    const part = { ...EMPTY_PART, ...partShown(state, place) }
    return Object.entries(patch).every(([name, value]) =>
      sameValue((part as Record<string, unknown>)[name], value),
    )
  },
  'parts.setReady': (state, { isReady, ...place }: CommandArgs['parts.setReady']) =>
    (partShown(state, place)?.isReady ?? false) === isReady,
  'comments.create': (state, { id, text }: CommandArgs['comments.create']) =>
    isSaid(state, 'comment', id, text),
  'comments.reply': (state, { id, text }: CommandArgs['comments.reply']) =>
    isSaid(state, 'reply', id, text),
  'comments.markOfficial': (state, { id, replyId }: CommandArgs['comments.markOfficial']) =>
    rowShown(state, 'comment', id)?.officialReplies.at(-1)?.replyId === replyId,
  'comments.publish': (state, { id, question, answer }: CommandArgs['comments.publish']) => {
    const first = rowShown(state, 'publication', id)?.revisions[0]
    return first?.question === question && first.answer === answer
  },
  'comments.correct': (state, { id, question, answer }: CommandArgs['comments.correct']) => {
    const last = rowShown(state, 'publication', id)?.revisions.at(-1)
    return last?.question === question && last.answer === answer
  },
  'commitments.update': (
    state,
    { requirementId, vendorId, values }: CommandArgs['commitments.update'],
  ) => {
    const current: CommitmentValues =
      rowShown(state, 'commitment', commitmentId(requirementId, vendorId))?.values ?? {}
    return Object.entries(values).every(([field, value]) => current[field] === value)
  },
}

/** Whether the edit would change no row on a device in this state. */
export const isAlreadySo = (state: MemoryState, { command, args }: Given): boolean =>
  TESTS[command]?.(state, args as never) ?? false
