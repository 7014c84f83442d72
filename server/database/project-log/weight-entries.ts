import type { Project, ScoringChange } from '#schema/entities/project.ts'
import type { LogEntry } from '#schema/tables/log-kinds.ts'
import type { RowChange } from '../rows/write-rows.ts'

interface WeightChange {
  id: string
  from: number | null
  to: number | null
}

/** Rows whose weight changed. Created and deleted rows do not count as changes of weights. */
const reweighed = (changes: readonly RowChange[], entity: 'package' | 'document'): WeightChange[] =>
  changes.flatMap((change) => {
    if (change.entity !== entity) return []
    const [before, after] = [change.before, change.after] as RowChange<'package'>['before'][]
    return !before || !after || before.weight === after.weight
      ? []
      : [{ id: change.id, from: before.weight, to: after.weight }]
  })

/** The scoring changes added to the project by one commit, newest first. */
export const newScoringChanges = (before: Project, after: Project): ScoringChange[] => {
  const known = before.scoringChanges?.[0]
  const all = after.scoringChanges ?? []
  const end =
    known === undefined
      ? all.length
      : all.findIndex(
          ({ on, reason, what }) =>
            on === known.on && reason === known.reason && what === known.what,
        )
  return all.slice(0, end === -1 ? all.length : end)
}

const projectOf = (changes: readonly RowChange[]): RowChange<'project'> | undefined =>
  changes.find((change): change is RowChange<'project'> => change.entity === 'project')

/**
 * One entry with all changed weights, preceded by one entry for each further reason given in the
 * same commit.
 */
export const weightEntries = (changes: readonly RowChange[]): LogEntry[] => {
  const packages = reweighed(changes, 'package')
  const documents = reweighed(changes, 'document')
  const project = projectOf(changes)
  const noted =
    project?.before && project.after
      ? newScoringChanges(project.before, project.after).filter(({ what }) => what === 'weights')
      : []
  const [newest, ...others] = noted
  if (packages.length + documents.length === 0 && newest === undefined) return []
  const entry = (
    reason: string | null,
    rows: { packages: WeightChange[]; documents: WeightChange[] },
  ) => ({ kind: 'weightsSet', detail: { reason, afterOpening: reason !== null, ...rows } }) as const
  return [
    ...others.toReversed().map(({ reason }) => entry(reason, { packages: [], documents: [] })),
    entry(newest?.reason ?? null, { packages, documents }),
  ]
}

/**
 * Logs a change of the switch, and its value again at the first publishing, when the vendors'
 * chains begin.
 */
export const publishedWeightEntries = (before: Project, after: Project): LogEntry[] => {
  const [was, isOn] = [before.weightsPublished === true, after.weightsPublished === true]
  const isFirst = before.publishedOn === null && after.publishedOn !== null
  return was !== isOn || (isOn && isFirst) ? [{ kind: 'weightsPublished', detail: { isOn } }] : []
}
