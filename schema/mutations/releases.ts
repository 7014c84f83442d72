import type { Release } from '../entities/project.ts'
import { Refusal } from '../refusal.ts'
import { isDay } from '../rules/definition/parameter-values.ts'
import { parseDefinition } from '../rules/definition/parameters.ts'
import { answerNames, definitionNames } from '../rules/project/release-use.ts'
import {
  findRow,
  isCreated,
  openProjectFor,
  requireRow,
  settleFields,
  recordedFields,
} from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { createAgain, keepCreation, moveBack, moveRow } from './move-row.ts'
import { defineMutation, type MutationTx } from './mutation.ts'
import { rankAfter } from './siblings.ts'

function requireFree(
  releases: readonly Release[],
  { id, version }: Pick<Release, 'id' | 'version'>,
  field: string,
): void {
  if (releases.some((release) => release.id !== id && release.version === version))
    throw new Refusal('validation.unique', { field })
}

function requireDate(date: string | null | undefined, field: string): void {
  if (date !== null && date !== undefined && !isDay(date))
    throw new Refusal('validation.date', { field })
}

export const createRelease = defineMutation<CommandArgs['releases.create']>({
  input: COMMAND_INPUTS['releases.create'],
  async run(tx, { projectId, id, version, date, after }) {
    await openProjectFor(tx, projectId, { action: 'release.write' })
    requireDate(date, 'date')
    if (await isCreated(tx, 'release', { id, projectId, version, date })) return
    const releases = await tx.list('release', 'projectId', projectId)
    requireFree(releases, { id, version }, 'version')
    // Answers name a release by its number, and a release named by an answer cannot be deleted:
    // so the highest number plus one is never in use.
    const number = Math.max(-1, ...releases.map((release) => release.number)) + 1
    tx.put('release', {
      id,
      projectId,
      version,
      number,
      rank: rankAfter(releases, after),
      date,
      updatedOn: 0,
    })
  },
  inverse: ({ projectId, id }) => [{ command: 'releases.delete', args: { projectId, id } }],
})

type UpdateArgs = CommandArgs['releases.update']
const withValues = ({ projectId, id }: UpdateArgs, values: Record<string, unknown>) => {
  const patch = recordedFields(values, { entity: 'release', id })
  return patch === null ? [] : [{ command: 'releases.update', args: { projectId, id, patch } }]
}

export const updateRelease = defineMutation<UpdateArgs>({
  input: COMMAND_INPUTS['releases.update'],
  async run(tx, { projectId, id, patch }) {
    await openProjectFor(tx, projectId, { action: 'release.write' })
    requireDate(patch.date, 'patch.date')
    const row = await requireRow(tx, 'release', { projectId, id })
    const settled = settleFields(tx, 'release', { row, patch })
    if (settled.version !== row.version)
      requireFree(
        await tx.list('release', 'projectId', projectId),
        { id, version: settled.version },
        'patch.version',
      )
    if (settled.version !== row.version || settled.date !== row.date) tx.put('release', settled)
  },
  inverse: withValues,
  withValues,
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId && earlier.id === later.id
      ? { ...later, patch: { ...earlier.patch, ...later.patch } }
      : null,
})

export const moveRelease = defineMutation<CommandArgs['releases.move']>({
  input: COMMAND_INPUTS['releases.move'],
  async run(tx, { projectId, id, after }) {
    await openProjectFor(tx, projectId, { action: 'release.write' })
    const row = await requireRow(tx, 'release', { projectId, id })
    moveRow(tx, 'release', {
      row,
      siblings: await tx.list('release', 'projectId', projectId),
      after,
    })
  },
  inverse: (args, base) => moveBack({ command: 'releases.move', entity: 'release' }, args, base),
})

async function requireUnused(tx: MutationTx, release: Release): Promise<void> {
  const { projectId, version } = release
  const commitments = await tx.list('commitment', 'projectId', projectId)
  if (commitments.some(({ values }) => answerNames(values, release)))
    throw new Refusal('RELEASE_USED')
  const quoted = JSON.stringify(version)
  const requirements = await tx.list('requirement', 'projectId', projectId)
  const isNamed = requirements.some(
    // Only a text that holds the version is worth parsing: a project has up to 10,000.
    ({ definition }) =>
      definition.includes(quoted) && definitionNames(parseDefinition(definition), release),
  )
  if (isNamed) throw new Refusal('RELEASE_USED')
}

export const deleteRelease = defineMutation<CommandArgs['releases.delete']>({
  input: COMMAND_INPUTS['releases.delete'],
  async run(tx, { projectId, id }) {
    await openProjectFor(tx, projectId, { action: 'release.write' })
    const row = await findRow(tx, 'release', { projectId, id })
    if (row === undefined) return
    await requireUnused(tx, row)
    keepCreation(tx, 'release', { row, siblings: await tx.list('release', 'projectId', projectId) })
    tx.delete('release', id)
  },
  // No answer names the release, so it may come back with another number.
  inverse: (args, base) =>
    createAgain(
      { command: 'releases.create', entity: 'release', fields: ['version', 'date'] },
      args,
      base,
    ),
})
