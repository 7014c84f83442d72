import type { Document, Package } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { weightProblems } from '../rules/weights.ts'
import { openProject } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { baseKey, defineMutation, type InverseCommand, type MutationTx } from './mutation.ts'

type Args = CommandArgs['weights.set']
type Weights = Record<string, number | null>
/** All weights of the project as one value: whoever changes one has looked at the sum. */
interface WeightSet { packages: Weights; documents: Weights }

const WEIGHTS = 'weights'
const byId = (rows: readonly { id: string; weight: number | null }[]): Weights =>
  Object.fromEntries(rows.map(({ id, weight }): [string, number | null] => [id, weight]).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The rows' weights with the given ones laid over them; a row that is not named keeps its own. ROW_DELETED for a row that is gone. */
function layOver(rows: readonly (Package | Document)[], given: Args['packages']): Weights {
  const weights = byId(rows)
  for (const { id, weight } of given) {
    if (!Object.hasOwn(weights, id)) throw new Refusal('ROW_DELETED', { detail: { id } })
    weights[id] = Math.round(weight * 100) / 100
  }
  return weights
}

async function run(tx: MutationTx, args: Args): Promise<void> {
  const { projectId } = args
  await openProject(tx, projectId, 'weights.set')
  const packages = await tx.list('package', 'projectId', projectId)
  const documents = await tx.list('document', 'projectId', projectId)
  const mine: WeightSet = { packages: layOver(packages, args.packages), documents: layOver(documents, args.documents) }
  const weighed = <R extends Package | Document>(rows: readonly R[], weights: Weights) => rows.map((row) => ({ ...row, weight: weights[row.id] ?? null }))
  const [problem] = weightProblems(weighed(packages, mine.packages), weighed(documents, mine.documents))
  if (problem !== undefined) {
    const field = problem.packageId === null ? 'packages' : `documents.${problem.packageId}`
    throw new Refusal('WEIGHT_TOTAL', { field, detail: { total: problem.total } })
  }
  const current: WeightSet = { packages: byId(packages), documents: byId(documents) }
  if (!tx.settle({ entity: 'project', id: projectId }, WEIGHTS, current, mine)) return
  for (const row of packages) if (mine.packages[row.id] !== row.weight) tx.put('package', { ...row, weight: mine.packages[row.id] ?? null })
  for (const row of documents) if (mine.documents[row.id] !== row.weight) tx.put('document', { ...row, weight: mine.documents[row.id] ?? null })
}

/** null where somebody has set no weight yet. */
function listOf(weights: Weights): Args['packages'] | null {
  const list = Object.entries(weights).flatMap(([id, weight]) => (weight === null ? [] : [{ id, weight }]))
  return list.length === Object.keys(weights).length ? list : null
}

/** Weights that nobody had set before cannot be put back: they would not total 100. */
function withValues({ projectId }: Args, values: Record<string, unknown>): InverseCommand[] {
  const set = values[baseKey({ entity: 'project', id: projectId }, WEIGHTS)] as WeightSet | undefined
  const [packages, documents] = set === undefined ? [null, null] : [listOf(set.packages), listOf(set.documents)]
  return packages === null || documents === null ? [] : [{ command: 'weights.set', args: { projectId, packages, documents } }]
}

export const setWeights = defineMutation<Args>({
  input: COMMAND_INPUTS['weights.set'],
  run,
  inverse: withValues,
  withValues,
  spread: ['weight'],
  coalesce: (earlier, later) => (earlier.projectId === later.projectId ? later : null),
})
