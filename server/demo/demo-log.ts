import type { Project } from '#schema/entities/project.ts'
import { entriesOf } from '../database/project-log/entries-of.ts'
import type { RowChange } from '../database/rows/write-rows.ts'
import type { NewProject } from '../database/seed.ts'
import type { DemoProject } from './demo-project.ts'

type Logged = NonNullable<NewProject['log']>[number]

const HOUR_MS = 3_600_000

/**
 * The history that people would have left: the project's life, its vendors, what they submitted and
 * what the evaluator overrode, oldest first. The entries come from the same function as those of
 * real commits.
 * @param contacts the person who submits for each vendor
 */
export const demoLog = (demo: DemoProject, contacts: ReadonlyMap<number, number>): Logged[] => {
  const { project } = demo
  const own = { actorId: project.ownerId }
  return [
    { ...own, at: project.createdOn, entry: { kind: 'created', detail: {} } } as const,
    ...demo.members.map(({ userId, roles }): Logged => ({
      ...own,
      at: project.createdOn,
      entry: { kind: 'memberAdded', detail: { userId, roles: [...roles] } },
    })),
    ...demo.vendors.map(({ id }): Logged => ({
      ...own,
      at: (project.publishedOn ?? project.createdOn) - HOUR_MS,
      entry: { kind: 'vendorAdded', detail: { vendorId: id } },
    })),
    ...movesOf(project),
    ...receiptsOf(demo, contacts),
    ...demo.overrides.flatMap((override) =>
      logged(override.modifiedOn, override.modifiedBy.id, [
        { entity: 'override', id: override.id, before: null, after: override },
      ]),
    ),
  ].toSorted((one, other) => one.at - other.at)
}

const logged = (at: number, actorId: number | null, changes: readonly RowChange[]): Logged[] =>
  entriesOf(changes, actorId).map((entry) => ({ at, actorId, entry }))

const movesOf = (project: Project): Logged[] => {
  const { publishedOn, deadlineAt, ownerId } = project
  if (publishedOn === null) return []
  const draft: Project = { ...project, state: 'DRAFT', publishedOn: null, openings: [] }
  const preparation: Project = { ...draft, state: 'PREPARATION' }
  const published: Project = { ...preparation, state: 'PUBLISHED', publishedOn }
  const opened: Project = { ...project, state: 'VALIDATION' }
  const moves = [
    { at: publishedOn - HOUR_MS, by: ownerId, before: draft, after: preparation },
    { at: publishedOn, by: ownerId, before: preparation, after: published },
    ...(project.state === 'PUBLISHED' || deadlineAt === null
      ? []
      : [
          { at: deadlineAt, by: null, before: published, after: opened },
          { at: deadlineAt + HOUR_MS, by: ownerId, before: opened, after: project },
        ]),
  ]
  return moves.flatMap(({ at, by, before, after }) =>
    logged(at, by, [{ entity: 'project', id: project.id, before, after }]),
  )
}

/** Answers of a vendor with one time of submission share a receipt. */
const receiptsOf = (
  { commitments }: DemoProject,
  contacts: ReadonlyMap<number, number>,
): Logged[] => {
  const batches = Map.groupBy(
    commitments.filter(({ receipt }) => receipt !== null),
    ({ vendorId, receipt }) => `${vendorId} ${receipt?.submittedOn}`,
  )
  return [...batches.values()].flatMap((batch) => {
    const [first] = batch
    return logged(
      first?.receipt?.submittedOn ?? 0,
      contacts.get(first?.vendorId ?? 0) ?? null,
      batch.map((row) => ({ entity: 'commitment', id: row.id, before: null, after: row })),
    )
  })
}
