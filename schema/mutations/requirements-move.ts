import type { Requirement } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { openContent, requireAssigned, requireRow } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import {
  baseKey,
  defineMutation,
  type EditBase,
  type InverseCommand,
  type MutationTx,
} from './mutation.ts'
import { previousOf, ranksAfter } from './siblings.ts'

type Args = CommandArgs['requirements.move']
/** The place of a requirement: its section and the requirement before it. */
interface Place {
  sectionId: string
  after: string | null
}

const PLACE = 'place'

/**
 * The server computes the ranks under the project's lock, so two concurrent moves do not conflict.
 * A device records the former places for undo.
 */
async function keepPlaces(
  tx: MutationTx,
  rows: readonly Requirement[],
  mine: Place,
): Promise<void> {
  if (tx.isServer) return
  const siblings = new Map<string, Requirement[]>()
  for (const { sectionId } of rows) {
    if (!siblings.has(sectionId))
      siblings.set(sectionId, await tx.list('requirement', 'sectionId', sectionId))
  }
  for (const { id, sectionId } of rows) {
    const place: Place = { sectionId, after: previousOf(siblings.get(sectionId) ?? [], id) }
    tx.settle({ entity: 'requirement', id }, PLACE, place, mine)
  }
}

async function run(tx: MutationTx, { projectId, ids, sectionId, after }: Args): Promise<void> {
  const project = await openContent(tx, projectId, 'content.write')
  const section = await requireRow(tx, 'section', { projectId, id: sectionId })
  await requireAssigned(tx, { project, action: 'content.write', place: section })
  const rows: Requirement[] = []
  for (const id of new Set(ids)) rows.push(await requireRow(tx, 'requirement', { projectId, id }))
  // Full ids start with the document's prefix, so requirements stay in their document.
  if (rows.some(({ documentId }) => documentId !== section.documentId)) {
    throw new Refusal('INPUT_INVALID', {
      field: 'sectionId',
      detail: { field: 'sectionId', problem: 'is in another document' },
    })
  }
  await keepPlaces(tx, rows, { sectionId, after })
  const ranks = ranksAfter(await tx.list('requirement', 'sectionId', sectionId), {
    after,
    count: rows.length,
    moved: new Set(ids),
  })
  const updatedBy = tx.actor.userId
  rows.forEach((row, i) =>
    tx.put('requirement', { ...row, sectionId, rank: ranks[i] ?? row.rank, updatedBy }),
  )
}

/** Returns one command per run of requirements that were consecutive before the move. */
function inverse({ projectId, ids }: Args, base: EditBase): InverseCommand[] {
  const places = new Map(
    ids.flatMap((id): [string, Place][] => {
      const place = base[baseKey({ entity: 'requirement', id }, PLACE)] as Place | undefined
      return place === undefined ? [] : [[id, place]]
    }),
  )
  const follower = new Map(
    [...places].flatMap(([id, { after }]): [string, string][] =>
      after === null ? [] : [[after, id]],
    ),
  )
  return [...places]
    .filter(([, { after }]) => after === null || !places.has(after))
    .map(([first, { sectionId, after }]) => {
      const run = [first]
      for (let next = follower.get(first); next !== undefined; next = follower.get(next))
        run.push(next)
      return { command: 'requirements.move', args: { projectId, ids: run, sectionId, after } }
    })
}

export const moveRequirements = defineMutation<Args>({
  input: COMMAND_INPUTS['requirements.move'],
  run,
  inverse,
})
