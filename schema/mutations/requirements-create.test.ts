import { describe, expect, test } from 'vitest'
import { runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import { openRows, orderOf } from '../../tests/support/owned-rows.ts'
import { buildDefinition, buildParameter, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { compareRanks } from '../rules/evaluation/rank.ts'
import { MUTATIONS } from './index.ts'
import type { CommandArgs } from './inputs.ts'

const projectId = PROJECT_ID
const definition = buildDefinition()

describe('one new requirement', () => {
  const create: CommandArgs['requirements.create'] = {
    projectId,
    id: 'x',
    sectionId: 's1',
    after: 'r1',
    name: 'Filters',
    definition,
  }

  test('[RQ1] the server numbers it with the prefix of its document', async () => {
    const memory = await runCommand(openRows(), 'requirements.create', create)
    expect(memory.row('requirement', 'x')).toMatchObject({
      fullId: 'FUN-0003',
      status: 'NEW',
      version: 1,
      lineageId: 'x',
      documentId: 'd1',
      packageId: 'p1',
      sourceId: null,
      vendorHelp: '',
      evaluatorHelp: '',
    })
    expect(orderOf(memory)).toEqual(['r1', 'x', 'r2'])
  })

  test('[RQ1] a device leaves the number to the server', async () => {
    expect(
      (await runCommand(openRows({}, { isServer: false }), 'requirements.create', create)).row(
        'requirement',
        'x',
      )?.fullId,
    ).toBeNull()
  })

  test('[RQ2] a creation sent twice creates one requirement with one number', async () => {
    const memory = await runCommand(openRows(), 'requirements.create', create)
    await runCommand(memory, 'requirements.create', create)
    expect(memory.row('requirement', 'x')?.fullId).toBe('FUN-0003')
    await runCommand(memory, 'requirements.create', { ...create, id: 'y' })
    expect(memory.row('requirement', 'y')?.fullId).toBe('FUN-0004')
    await expect(
      runCommand(memory, 'requirements.create', { ...create, name: 'Other' }),
    ).rejects.toEqual(refusal('ENTITY_ALREADY_EXISTS'))
  })

  test('[RQ3] an invalid definition is refused with the path of the error', async () => {
    const twice = buildDefinition({ answer: [buildParameter(), buildParameter({ id: 'b' })] })
    await expect(
      runCommand(openRows(), 'requirements.create', { ...create, definition: twice }),
    ).rejects.toEqual(refusal('validation.unique', 'definition.suppliersCommitment.b.key'))
    await expect(
      runCommand(openRows(), 'requirements.create', { ...create, definition: '{' }),
    ).rejects.toEqual(refusal('INPUT_INVALID', 'definition'))
    await expect(
      runCommand(openRows(), 'requirements.create', { ...create, sectionId: 'gone' }),
    ).rejects.toEqual(refusal('NOT_FOUND'))
  })

  test('[RQ4] undo of a creation deletes the requirement', async () => {
    expect(MUTATIONS['requirements.create'].inverse?.(create, {})).toEqual([
      { command: 'requirements.delete', args: { projectId, ids: ['x'] } },
    ])
  })
})

describe('an import', () => {
  const rows = (count: number, sectionId: string) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${sectionId}-${i}`,
      sectionId,
      name: `R${i}`,
      definition,
      sourceId: `S${i}`,
    }))
  const bulk = {
    projectId,
    documentId: 'd1',
    sections: [
      { id: 'n1', name: 'New 1' },
      { id: 'n2', name: 'New 2' },
    ],
    requirements: [...rows(99, 'n2'), ...rows(101, 's1')],
  }

  test('[RQ5] sections and requirements are appended in order and numbered', async () => {
    const memory = await runCommand(openRows(), 'requirements.createBulk', bulk)
    expect(
      memory
        .rows('section')
        .filter(({ documentId }) => documentId === 'd1')
        .toSorted(compareRanks)
        .map(({ id }) => id),
    ).toEqual(['s1', 'n1', 'n2'])
    expect(orderOf(memory, 'n2')).toEqual(rows(99, 'n2').map(({ id }) => id))
    expect(orderOf(memory)).toEqual(['r1', 'r2', ...rows(101, 's1').map(({ id }) => id)])
    expect(memory.row('requirement', 's1-100')).toMatchObject({
      fullId: 'FUN-0202',
      sourceId: 'S100',
    })
    expect(new Set(memory.rows('requirement').map(({ fullId }) => fullId)).size).toBe(203)
  })

  test('[RQ6] rows are listed once per section, not once per requirement', async () => {
    const memory = await runCommand(openRows(), 'requirements.createBulk', bulk)
    expect(memory.lists).toHaveLength(2)
  })

  test('[RQ7] an import sent twice creates nothing the second time; a partly applied chunk is completed', async () => {
    const memory = await runCommand(openRows(), 'requirements.createBulk', bulk)
    const count = memory.rows('requirement').length
    await runCommand(memory, 'requirements.createBulk', bulk)
    expect(memory.rows('requirement')).toHaveLength(count)
    await runCommand(memory, 'requirements.createBulk', {
      ...bulk,
      requirements: [...rows(3, 'n1'), ...rows(2, 'n2')],
    })
    expect(memory.rows('requirement')).toHaveLength(count + 3)
  })

  test('[RQ8] a section of another document is refused, and more than 200 requirements are too many', async () => {
    await expect(
      runCommand(openRows(), 'requirements.createBulk', { ...bulk, requirements: rows(1, 's2') }),
    ).rejects.toEqual(refusal('NOT_FOUND', 'requirements'))
    await expect(
      runCommand(openRows(), 'requirements.createBulk', { ...bulk, requirements: rows(201, 's1') }),
    ).rejects.toThrow()
  })

  test('[RQ8] an import with a repeated id is refused', async () => {
    await expect(
      runCommand(openRows(), 'requirements.createBulk', {
        ...bulk,
        requirements: [...rows(1, 's1'), ...rows(1, 's1')],
      }),
    ).rejects.toEqual(refusal('ENTITY_ALREADY_EXISTS', 'requirements'))
    await expect(
      runCommand(openRows(), 'requirements.createBulk', {
        ...bulk,
        sections: [...bulk.sections, ...bulk.sections],
      }),
    ).rejects.toEqual(refusal('ENTITY_ALREADY_EXISTS', 'sections'))
  })

  test('[RQ9] one undo reverts the whole import', async () => {
    const memory = await runCommand(openRows(), 'requirements.createBulk', bulk)
    await runInverse(memory, MUTATIONS['requirements.createBulk'].inverse?.(bulk, {}) ?? [])
    expect(memory.rows('requirement').map(({ id }) => id)).toEqual(['r1', 'r2', 'r3'])
    expect(memory.rows('section').map(({ id }) => id)).toEqual(['s1', 's2'])
    expect(
      MUTATIONS['requirements.createBulk'].inverse?.(
        { ...bulk, sections: [], requirements: [] },
        {},
      ),
    ).toEqual([])
  })
})
