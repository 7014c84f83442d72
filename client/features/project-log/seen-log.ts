import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LogEntryRow } from '#schema/api/projects-service/project-log.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { seen, type SeenCell, type SeenTable } from '#schema/rules/export/seen-table.ts'
import type { LogDetail } from '#schema/tables/log-kinds.ts'
import { actorOf } from './log-actor.ts'
import { reasonOf, sentenceOf, wordsOf } from './log-sentences.ts'
import type { ReadLog } from './read-log.ts'

interface SeenLog {
  summary: Pick<ProjectSummary, 'name' | 'me' | 'organizationName'>
  log: Pick<ReadLog, 'chain' | 'names'>
  /** The entries that the filter leaves, newest first. */
  rows: readonly LogEntryRow[]
}

/** The history as its page shows it. Of hidden entries, the file has only number and hash. */
export const seenLog = ({ summary, log, rows }: SeenLog): SeenTable => {
  const words = wordsOf(i18n, log.names)
  const cellsOf = (entry: LogEntryRow): SeenCell[] => {
    if (!('kind' in entry)) {
      const { serial, hash } = entry
      const hidden = i18n._(msg`Not visible to your role`)
      return [i18n._(msg`Entry ${serial}`), null, hidden, null, hash]
    }
    // The server checks the detail against its kind when it writes the entry.
    const sentence = i18n._(sentenceOf(entry.kind, entry.detail as LogDetail, words))
    const { name } = actorOf(i18n, { summary, log, entry })
    return [entry.at, name, sentence, reasonOf(entry.detail), entry.hash]
  }
  const title = i18n._(msg`History`)
  return {
    name: `${summary.name}, ${title}`,
    columns: [
      seen(i18n._(msg`When`), 'time'),
      seen(i18n._(msg`Who`)),
      seen(i18n._(msg`What happened`)),
      seen(i18n._(msg`Reason`)),
      seen(i18n._(msg`Hash`)),
    ],
    rows: rows.map(cellsOf),
  }
}
