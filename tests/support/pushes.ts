import { createHash } from 'node:crypto'
import { type PushMutation, type PushRequest, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { judgeAtOnce } from '#server/commands/judge/judge-answers.ts'
import type { ProjectCommit } from '#server/commands/project-unit.ts'
import type { PushContext } from '#server/sync/push-context.ts'
import type { EmptyDatabase } from './empty-database.ts'
import { PROJECT_ID } from './project-rows.ts'

export interface Pushes {
  /** The commits that were told to devices. */
  published: ProjectCommit[]
  errors: unknown[]
  /** The server's time in ms; tests may move it. */
  now: number
  contextOf(userId: number, services?: Partial<PushContext['services']>): PushContext
  requestOf(mutations: PushMutation[], clientId?: string): PushRequest
  /** The verdicts on the edits of a device: number, status and reason. */
  verdicts(clientId?: string): Promise<[number, string, string | null][]>
}

/** What pushes to a server over this database need, and what became of them. */
export const openPushes = ({ database }: EmptyDatabase, now: number): Pushes => {
  const pushes: Pushes = {
    ...{ published: [], errors: [], now },
    contextOf: (userId, services = {}) => ({
      services: {
        ...{ database, clock: () => pushes.now, judge: judgeAtOnce },
        publish: (commit) => void pushes.published.push(commit),
        onError: (error) => void pushes.errors.push(error),
        ...services,
      },
      ...{ serverId: 'server', userId, onError: (error) => void pushes.errors.push(error) },
    }),
    requestOf: (mutations, clientId = 'device') => ({
      ...{ clientId, schemaVersion: SYNC_PROTOCOL, serverId: 'server', mutations },
    }),
    verdicts: async (clientId = 'device') =>
      (
        await database.queries
          .selectFrom('mutation_result')
          .select(['mid', 'status', 'reason'])
          .where('client_id', '=', clientId)
          .orderBy('mid')
          .execute()
      ).map(({ mid, status, reason }) => [mid, status, reason]),
  }
  return pushes
}

interface Edit {
  mid: number
  command: string
  args?: object
  base?: Record<string, unknown>
}
export const editOf = ({ mid, command, args = {}, base = {} }: Edit): PushMutation => ({
  ...{ mid, command, base, clientAt: 1 },
  args: { projectId: PROJECT_ID, ...args },
})

/** A submit of these answers, whose field `note` has the given texts. */
export const submitOf = (
  mid: number,
  vendorId: number,
  notes: Readonly<Record<string, string>>,
): PushMutation =>
  editOf({
    ...{ mid, command: 'commitments.submit' },
    args: {
      vendorId,
      items: Object.entries(notes).map(([requirementId, note]) => ({
        requirementId,
        contentHash: createHash('sha256').update(canonicalContent({ note })).digest('hex'),
      })),
    },
  })
