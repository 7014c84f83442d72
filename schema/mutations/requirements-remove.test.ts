import { describe, expect, test } from 'vitest'
import { runCommand } from '../../tests/support/memory-tx.ts'
import { openRows } from '../../tests/support/owned-rows.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildProject,
  buildRequirement,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID

describe('deleting and excluding', () => {
  test('[RQ17] deleting requirements deletes their answers', async () => {
    const memory = openRows({
      commitment: [buildCommitment(), buildCommitment({ requirementId: 'r2', vendorId: 8 })],
    })
    await runCommand(memory, 'requirements.delete', { projectId, ids: ['r1', 'r1', 'gone'] })
    expect(memory.rows('requirement').map(({ id }) => id)).toEqual(['r2', 'r3'])
    expect(memory.rows('commitment').map(({ id }) => id)).toEqual(['r2.8'])
  })

  test('[RQ18] a requirement is excluded for all vendors with a reason, also in EVALUATION, and can be included again', async () => {
    const evaluation = { project: [buildProject({ state: 'EVALUATION' })] }
    const memory = await runCommand(openRows(evaluation, { now: 5 }), 'requirements.exclude', {
      projectId,
      id: 'r1',
      reason: ' ambiguous ',
    })
    expect(memory.row('requirement', 'r1')).toMatchObject({
      excluded: { reason: 'ambiguous', by: 'Owner', on: 5 },
      version: 1,
      status: 'NEW',
    })
    await runCommand(memory, 'requirements.exclude', { projectId, id: 'r1', reason: null })
    expect(memory.row('requirement', 'r1')?.excluded).toBeNull()
    await expect(
      runCommand(openRows(evaluation), 'requirements.exclude', {
        projectId,
        id: 'r1',
        reason: '  ',
      }),
    ).rejects.toThrow()
    await expect(
      runCommand(
        openRows({ project: [buildProject({ state: 'PUBLISHED' })] }),
        'requirements.exclude',
        { projectId, id: 'r1', reason: 'x' },
      ),
    ).rejects.toEqual(refusal('STATE_FORBIDS'))
    await expect(
      runCommand(
        openRows(evaluation, { actor: buildCollaborator('role-project-req-reviewer') }),
        'requirements.exclude',
        { projectId, id: 'r1', reason: 'x' },
      ),
    ).rejects.toEqual(refusal('NOT_ALLOWED'))
  })

  test('[RQ19] a repeated exclusion writes once, undo reverts it, and a different reason written concurrently conflicts', async () => {
    const memory = openRows({}, { isServer: false })
    const args = { projectId, id: 'r1', reason: 'x' }
    await runCommand(memory, 'requirements.exclude', args)
    expect(MUTATIONS['requirements.exclude'].inverse?.(args, memory.base)).toEqual([
      { command: 'requirements.exclude', args: { projectId, id: 'r1', reason: null } },
    ])
    expect(MUTATIONS['requirements.exclude'].inverse?.(args, {})).toEqual([])
    const excluded = {
      requirement: [buildRequirement({ excluded: { reason: 'theirs', by: 'x', on: 1 } })],
    }
    expect(
      (await runCommand(openRows(excluded), 'requirements.exclude', { ...args, reason: 'theirs' }))
        .puts,
    ).toEqual([])
    const synced = await runCommand(
      openRows(excluded, { base: { 'requirement/r1#excluded': null } }),
      'requirements.exclude',
      args,
    )
    expect([synced.puts, synced.conflicts.length]).toEqual([[], 1])
  })
})
