import { describe, expect, test } from 'vitest'
import { runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import { openRows, orderOf } from '../../tests/support/owned-rows.ts'
import { buildRequirement, buildSection, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID

describe('a move', () => {
  const many = {
    section: [
      buildSection(),
      buildSection({ id: 's3', rank: 'V00030' }),
      buildSection({ id: 's2', packageId: 'p2', documentId: 'd2' }),
    ],
    requirement: ['a', 'b', 'c', 'd', 'e']
      .map((id, i) => buildRequirement({ id, rank: `V0000${i}` }))
      .concat(buildRequirement({ id: 'z', sectionId: 's3' })),
  }
  const move = (ids: string[], after: string | null, sectionId = 's1') => ({
    projectId,
    ids,
    sectionId,
    after,
  })

  test.each([
    [['d'], null, ['d', 'a', 'b', 'c', 'e']],
    [['a'], 'c', ['b', 'c', 'a', 'd', 'e']],
    [['e', 'a'], 'b', ['b', 'e', 'a', 'c', 'd']],
    [['b', 'c'], 'b', ['a', 'b', 'c', 'd', 'e']],
    [['a'], 'gone', ['b', 'c', 'd', 'e', 'a']],
    [['a', 'a'], 'e', ['b', 'c', 'd', 'e', 'a']],
  ])('[RQ13] %s behind %s makes %s', async (ids, after, expected) => {
    expect(
      orderOf(await runCommand(openRows(many), 'requirements.move', move(ids, after))),
    ).toEqual(expected)
  })

  test('[RQ14] requirements move between sections of their document, not to another document', async () => {
    const memory = await runCommand(
      openRows(many),
      'requirements.move',
      move(['b', 'c'], 'z', 's3'),
    )
    expect([orderOf(memory), orderOf(memory, 's3')]).toEqual([
      ['a', 'd', 'e'],
      ['z', 'b', 'c'],
    ])
    await expect(
      runCommand(openRows(many), 'requirements.move', move(['b'], null, 's2')),
    ).rejects.toEqual(refusal('INPUT_INVALID', 'sectionId'))
    await expect(
      runCommand(openRows(many), 'requirements.move', move(['gone'], null)),
    ).rejects.toEqual(refusal('ROW_DELETED'))
    await expect(
      runCommand(openRows(many), 'requirements.move', move(['b'], null, 'gone')),
    ).rejects.toEqual(refusal('ROW_DELETED'))
  })

  test.each([
    [['b', 'c', 'e'], 'z', 's3'],
    [['e', 'a'], 'b', 's1'],
    [['c'], null, 's3'],
    [['a', 'b', 'c', 'd', 'e'], null, 's3'],
  ])('[RQ15] undo brings %s back to where they stood', async (ids, after, sectionId) => {
    const memory = openRows(many, { isServer: false })
    await runCommand(memory, 'requirements.move', move(ids, after, sectionId))
    await runInverse(
      memory,
      MUTATIONS['requirements.move'].inverse?.(move(ids, after, sectionId), memory.base) ?? [],
    )
    expect([orderOf(memory), orderOf(memory, 's3')]).toEqual([['a', 'b', 'c', 'd', 'e'], ['z']])
  })

  test('[RQ15] consecutive requirements return by one command', async () => {
    const memory = openRows(many, { isServer: false })
    await runCommand(memory, 'requirements.move', move(['b', 'c', 'e'], null, 's3'))
    expect(
      MUTATIONS['requirements.move'].inverse?.(move(['b', 'c', 'e'], null, 's3'), memory.base),
    ).toEqual([
      { command: 'requirements.move', args: move(['b', 'c'], 'a') },
      { command: 'requirements.move', args: move(['e'], 'd') },
    ])
  })

  test('[RQ16] two people may move the same requirement: the later order counts, without a conflict', async () => {
    const memory = openRows(many, {
      base: { 'requirement/b#place': { sectionId: 's1', after: 'somewhere' } },
    })
    await runCommand(memory, 'requirements.move', move(['b'], 'e'))
    expect(memory.conflicts).toEqual([])
    expect(orderOf(memory)).toEqual(['a', 'c', 'd', 'e', 'b'])
  })

  test('[RQ16] rows with an equal rank are skipped', async () => {
    const tied = {
      requirement: ['a', 'b', 'c']
        .map((id) => buildRequirement({ id, rank: 'V00000' }))
        .concat(['e', 'd'].map((id, i) => buildRequirement({ id, rank: `V0000${i + 1}` }))),
    }
    expect(
      orderOf(await runCommand(openRows(tied), 'requirements.move', move(['d'], 'a'))),
    ).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
