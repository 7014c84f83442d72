import { commitmentId } from '../../entities/commitment.ts'
import { sidedId } from '../../entities/sided-id.ts'
import type { CommandName } from '../../mutations/inputs.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import type { MessageCode } from '../../tables/messages.ts'

/** Refusals that depend on time: the project was closed for the edit, and may open again. */
const UNTIMELY: ReadonlySet<string> = new Set<MessageCode>([
  'STATE_FORBIDS',
  'PROJECT_READ_ONLY',
  'DEADLINE_PASSED',
  'comment.state',
])
export const UNTIMELY_REASONS: readonly string[] = [...UNTIMELY]
export const isUntimely = (reason: string): boolean => UNTIMELY.has(reason)

/** Only people who can reopen the project are told of late answers. */
export const seesLateAnswers = ({
  relation,
  permissions,
}: Pick<ProjectActor, 'relation' | 'permissions'>): boolean =>
  relation === 'owner' || (relation === 'collaborator' && permissions.includes('ORG_ADMIN'))

/** A command that the server stored without applying it. */
export interface LateCommand {
  command: string
  args: unknown
  /** The vendor for which the author acted. */
  vendorId: number
  /** When the server received it, in ms. */
  at: number
}
export interface VendorLateAnswers {
  vendorId: number
  /** Requirements whose answer came late and was not written since, ordered by id. */
  requirementIds: readonly string[]
  /** Attachments that were added, renamed or removed too late. */
  fileIds: readonly string[]
  /** Questions, pain points and replies that came too late. */
  commentIds: readonly string[]
  /** The time of the newest late command, in ms. */
  latestOn: number
}

type Kind = 'requirementIds' | 'fileIds' | 'commentIds'
export interface LateRow {
  entity: 'commitment' | 'attachment' | 'comment' | 'reply'
  id: string
}
interface Late extends LateRow {
  kind: Kind
  key: string
  isDone: (writtenOn: number | undefined, at: number) => boolean
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isWrittenSince = (writtenOn: number | undefined, at: number): boolean => (writtenOn ?? 0) > at
const isThere = (writtenOn: number | undefined): boolean => writtenOn !== undefined
const isGone = (writtenOn: number | undefined): boolean => writtenOn === undefined
const isGoneOrWritten = (writtenOn: number | undefined, at: number): boolean =>
  writtenOn === undefined || writtenOn > at

/** `commitments.update` names one requirement, the bulk commands name a list of items. */
const answers = (args: Record<string, unknown>, vendorId: number): Late[] => {
  const items = Array.isArray(args['items']) ? args['items'] : [args]
  return items.flatMap((item) => {
    const key = isObject(item) ? item['requirementId'] : undefined
    if (typeof key !== 'string') return []
    return [
      {
        kind: 'requirementIds',
        key,
        entity: 'commitment',
        id: commitmentId(key, vendorId),
        isDone: isWrittenSince,
      },
    ]
  })
}
type Found = (args: Record<string, unknown>, vendorId: number) => Late[]
/** For commands that create one row, whose id still needs the vendor's number. */
const made =
  (kind: Kind, entity: LateRow['entity']): Found =>
  ({ id }, vendorId) => {
    if (typeof id !== 'string') return []
    const rowId = sidedId(id, vendorId)
    return [{ kind, key: rowId, entity, id: rowId, isDone: isThere }]
  }
const changed =
  (isDone: Late['isDone']): Found =>
  ({ id }) =>
    typeof id === 'string' ? [{ kind: 'fileIds', key: id, entity: 'attachment', id, isDone }] : []

/** The rows named by each command that vendors can send. */
const FOUND: { readonly [N in CommandName]?: Found } = {
  'commitments.update': answers,
  'commitments.updateBulk': answers,
  'commitments.submit': answers,
  'attachments.create': made('fileIds', 'attachment'),
  'attachments.update': changed(isGoneOrWritten),
  'attachments.remove': changed(isGone),
  'comments.create': made('commentIds', 'comment'),
  'comments.reply': made('commentIds', 'reply'),
}
export const LATE_COMMANDS: readonly string[] = Object.keys(FOUND)
/** Whether a refused edit of a vendor is a late answer, file or comment. */
export const isLateEdit = (command: string, reason: string | null): boolean =>
  reason !== null && isUntimely(reason) && LATE_COMMANDS.includes(command)

/** Returns the rows that decide whether a late command still counts. */
export const lateRows = ({ command, args, vendorId }: LateCommand): LateRow[] =>
  lateOf(command, args, vendorId)

const lateOf = (command: string, args: unknown, vendorId: number): Late[] => {
  const found = Object.hasOwn(FOUND, command) ? FOUND[command as CommandName] : undefined
  return found === undefined || !isObject(args) ? [] : found(args, vendorId)
}

/** The times of late commands, in ms, by kind and key. */
type LateTimes = Record<Kind, Map<string, number>>

const noneLate = (): LateTimes => ({
  requirementIds: new Map(),
  fileIds: new Map(),
  commentIds: new Map(),
})

/**
 * Returns the late rows per vendor, ordered by vendor id. Rows written since do not count: their
 * commands were sent again.
 * @param writtenOn when the row was last written, in ms; undefined = no row
 */
export const lateAnswers = (
  commands: readonly LateCommand[],
  writtenOn: (row: LateRow) => number | undefined,
): VendorLateAnswers[] => {
  const found = new Map<number, LateTimes>()
  for (const { command, args, vendorId, at } of commands) {
    for (const late of lateOf(command, args, vendorId)) {
      if (late.isDone(writtenOn(late), at)) continue
      const own = found.get(vendorId) ?? noneLate()
      own[late.kind].set(late.key, Math.max(own[late.kind].get(late.key) ?? 0, at))
      found.set(vendorId, own)
    }
  }
  return [...found]
    .map(([vendorId, own]) => summed(vendorId, own))
    .toSorted((a, b) => a.vendorId - b.vendorId)
}

const summed = (vendorId: number, own: LateTimes): VendorLateAnswers => {
  const idsOf = (kind: Kind): string[] => [...own[kind].keys()].toSorted()
  const times = Object.values(own).flatMap((kind) => [...kind.values()])
  return {
    vendorId,
    requirementIds: idsOf('requirementIds'),
    fileIds: idsOf('fileIds'),
    commentIds: idsOf('commentIds'),
    latestOn: Math.max(...times),
  }
}
