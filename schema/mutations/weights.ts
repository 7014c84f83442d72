import type { Document, Package } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { refuseLocked, withScoringChange } from '../rules/evaluation/scoring.ts'
import { weightProblems } from '../rules/evaluation/weights.ts'
import { openProjectFor } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { baseKey, defineMutation, type InverseCommand, type MutationTx } from './mutation.ts'

type Args = CommandArgs['weights.set']
type Weights = Record<string, number | null>
/** All weights of the project as one value, because changing one weight needs the total. */
interface WeightSet {
  packages: Weights
  documents: Weights
}

const WEIGHTS = 'weights'
const byId = (rows: readonly { id: string; weight: number | null }[]): Weights =>
  Object.fromEntries(
    rows
      .map(({ id, weight }): [string, number | null] => [id, weight])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/**
 * Merges the given weights into those of the rows; other rows keep theirs. Throws ROW_DELETED for a
 * deleted row.
 */
function layOver(rows: readonly (Package | Document)[], given: Args['packages']): Weights {
  const weights = byId(rows)
  for (const { id, weight } of given) {
    if (!Object.hasOwn(weights, id)) throw new Refusal('ROW_DELETED', { detail: { id } })
    weights[id] = Math.round(weight * 100) / 100
  }
  return weights
}

interface Weighed {
  packages: readonly Package[]
  documents: readonly Document[]
}

/** Merges the given weights into the whole set; throws ROW_DELETED and WEIGHT_TOTAL. */
function setOf(
  { packages, documents }: Weighed,
  given: Pick<Args, 'packages' | 'documents'>,
): WeightSet {
  const mine = {
    packages: layOver(packages, given.packages),
    documents: layOver(documents, given.documents),
  }
  const weighed = <R extends Package | Document>(rows: readonly R[], weights: Weights) =>
    rows.map((row) => ({ ...row, weight: weights[row.id] ?? null }))
  const [problem] = weightProblems(
    weighed(packages, mine.packages),
    weighed(documents, mine.documents),
  )
  if (problem === undefined) return mine
  const field = problem.packageId === null ? 'packages' : `documents.${problem.packageId}`
  throw new Refusal('WEIGHT_TOTAL', { field, detail: { total: problem.total } })
}

const withWeights = <R extends Package | Document>(rows: readonly R[], weights: Weights): R[] =>
  rows
    .filter((row) => weights[row.id] !== row.weight)
    .map((row) => ({ ...row, weight: weights[row.id] ?? null }))

/** Returns the rows whose weight changes, with their new weights. */
const reweighed = ({ packages, documents }: Weighed, mine: WeightSet): Weighed => ({
  packages: withWeights(packages, mine.packages),
  documents: withWeights(documents, mine.documents),
})

/** Returns the rows whose weight an addendum changes; the totals must be 100 as always. */
export const reweighedBy = (rows: Weighed, given: Pick<Args, 'packages' | 'documents'>): Weighed =>
  reweighed(rows, setOf(rows, given))

async function run(tx: MutationTx, args: Args): Promise<void> {
  const { projectId, reason } = args
  const project = await openProjectFor(tx, projectId, { action: 'weights.set' })
  refuseLocked(project)
  const rows = {
    packages: await tx.list('package', 'projectId', projectId),
    documents: await tx.list('document', 'projectId', projectId),
  }
  const mine = setOf(rows, args)
  const noted = withScoringChange(tx, project, { what: 'weights', reason, field: 'reason' })
  const current: WeightSet = { packages: byId(rows.packages), documents: byId(rows.documents) }
  if (!tx.settle({ entity: 'project', id: projectId }, WEIGHTS, current, mine)) return
  const { packages, documents } = reweighed(rows, mine)
  for (const row of packages) tx.put('package', row)
  for (const row of documents) tx.put('document', row)
  if (noted !== project && packages.length + documents.length > 0) tx.put('project', noted)
}

/** Returns null if a weight is unset. */
function listOf(weights: Weights): Args['packages'] | null {
  const list = Object.entries(weights).flatMap(([id, weight]) =>
    weight === null ? [] : [{ id, weight }],
  )
  return list.length === Object.keys(weights).length ? list : null
}

/** A set with unset weights cannot be restored, because it does not total 100. */
function withValues(
  { projectId, reason }: Args,
  values: Record<string, unknown>,
): InverseCommand[] {
  const set = values[baseKey({ entity: 'project', id: projectId }, WEIGHTS)] as
    | WeightSet
    | undefined
  const [packages, documents] =
    set === undefined ? [null, null] : [listOf(set.packages), listOf(set.documents)]
  return packages === null || documents === null
    ? []
    : [
        {
          command: 'weights.set',
          args: { projectId, packages, documents, ...(reason === undefined ? {} : { reason }) },
        },
      ]
}

export const setWeights = defineMutation<Args>({
  input: COMMAND_INPUTS['weights.set'],
  run,
  // A change with a reason cannot be undone without a new reason.
  inverse: (args, values) => (args.reason === undefined ? withValues(args, values) : []),
  withValues,
  spread: ['weight'],
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId && earlier.reason === later.reason ? later : null,
})
