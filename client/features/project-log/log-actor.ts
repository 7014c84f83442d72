import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LogEntryRow } from '#schema/api/projects-service/project-log.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ReadLog } from './read-log.ts'

export type OpenRow = Extract<LogEntryRow, { kind: string }>

interface ActorInput {
  summary: Pick<ProjectSummary, 'me' | 'organizationName'>
  log: Pick<ReadLog, 'chain' | 'names'>
  entry: Pick<OpenRow, 'actorId' | 'kind' | 'detail'>
}

/**
 * Names who acted: a person, for vendors the requesting organization, or the system. `userId` is
 * set for a person who can be looked up.
 */
export const actorOf = (
  i18n: I18n,
  { summary, log, entry }: ActorInput,
): { name: string; userId: number | null } => {
  const { actorId, kind, detail } = entry
  if (actorId !== null) {
    const name = log.names.people.get(actorId)
    return name === undefined
      ? { name: i18n._(msg`A removed person`), userId: null }
      : { name, userId: actorId }
  }
  const isOfSystem =
    kind === 'begun' ||
    kind === 'opened' ||
    detail['by'] === 'system' ||
    log.chain?.vendorId === null
  const isOfRequestor = summary.me.relation === 'vendor' && !isOfSystem
  return {
    name: isOfRequestor ? summary.organizationName : i18n._(msg`The system`),
    userId: null,
  }
}
