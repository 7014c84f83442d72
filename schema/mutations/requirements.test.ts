import { describe, expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildDefinition,
  buildOwner,
  buildParameter,
  buildProject,
  buildRequirement,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { compareRanks } from '../rules/evaluation/rank.ts'
import { MUTATIONS } from './index.ts'
import type { CommandArgs } from './inputs.ts'

const projectId = PROJECT_ID
const definition = buildDefinition()
const open = (
  changes: Parameters<typeof buildRows>[0] = {},
  more: Partial<Parameters<typeof buildTx>[0]> = {},
) => buildTx({ rows: buildRows(changes), actor: buildOwner(), ...more })
const refusal = (code: string, field?: string) =>
  expect.objectContaining({ code, ...(field === undefined ? {} : { field }) })
const order = (memory: ReturnType<typeof open>, sectionId = 's1'): string[] =>
  memory
    .rows('requirement')
    .filter((row) => row.sectionId === sectionId)
    .toSorted(compareRanks)
    .map(({ id }) => id)

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
    const memory = await runCommand(open(), 'requirements.create', create)
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
    expect(order(memory)).toEqual(['r1', 'x', 'r2'])
  })

  test('[RQ1] a device leaves the number to the server', async () => {
    expect(
      (await runCommand(open({}, { isServer: false }), 'requirements.create', create)).row(
        'requirement',
        'x',
      )?.fullId,
    ).toBeNull()
  })

  test('[RQ2] a creation sent twice creates one requirement with one number', async () => {
    const memory = await runCommand(open(), 'requirements.create', create)
    await runCommand(memory, 'requirements.create', create)
    expect(memory.row('requirement', 'x')?.fullId).toBe('FUN-0003')
    await expect(
      runCommand(memory, 'requirements.create', { ...create, name: 'Other' }),
    ).rejects.toEqual(refusal('ENTITY_ALREADY_EXISTS'))
  })

  test('[RQ3] an invalid definition is refused with the path of the error', async () => {
    const twice = buildDefinition({ answer: [buildParameter(), buildParameter({ id: 'b' })] })
    await expect(
      runCommand(open(), 'requirements.create', { ...create, definition: twice }),
    ).rejects.toEqual(refusal('validation.unique', 'definition.suppliersCommitment.b.key'))
    await expect(
      runCommand(open(), 'requirements.create', { ...create, definition: '{' }),
    ).rejects.toEqual(refusal('INPUT_INVALID', 'definition'))
    await expect(
      runCommand(open(), 'requirements.create', { ...create, sectionId: 'gone' }),
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
    const memory = await runCommand(open(), 'requirements.createBulk', bulk)
    expect(
      memory
        .rows('section')
        .filter(({ documentId }) => documentId === 'd1')
        .toSorted(compareRanks)
        .map(({ id }) => id),
    ).toEqual(['s1', 'n1', 'n2'])
    expect(order(memory, 'n2')).toEqual(rows(99, 'n2').map(({ id }) => id))
    expect(order(memory)).toEqual(['r1', 'r2', ...rows(101, 's1').map(({ id }) => id)])
    expect(memory.row('requirement', 's1-100')).toMatchObject({
      fullId: 'FUN-0202',
      sourceId: 'S100',
    })
    expect(new Set(memory.rows('requirement').map(({ fullId }) => fullId)).size).toBe(203)
  })

  test('[RQ6] rows are listed once per section, not once per requirement', async () => {
    const memory = await runCommand(open(), 'requirements.createBulk', bulk)
    expect(memory.lists).toHaveLength(2)
  })

  test('[RQ7] an import sent twice creates nothing the second time; a partly applied chunk is completed', async () => {
    const memory = await runCommand(open(), 'requirements.createBulk', bulk)
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
      runCommand(open(), 'requirements.createBulk', { ...bulk, requirements: rows(1, 's2') }),
    ).rejects.toEqual(refusal('NOT_FOUND', 'requirements'))
    await expect(
      runCommand(open(), 'requirements.createBulk', { ...bulk, requirements: rows(201, 's1') }),
    ).rejects.toThrow()
  })

  test('[RQ8] an import with a repeated id is refused', async () => {
    await expect(
      runCommand(open(), 'requirements.createBulk', {
        ...bulk,
        requirements: [...rows(1, 's1'), ...rows(1, 's1')],
      }),
    ).rejects.toEqual(refusal('ENTITY_ALREADY_EXISTS', 'requirements'))
    await expect(
      runCommand(open(), 'requirements.createBulk', {
        ...bulk,
        sections: [...bulk.sections, ...bulk.sections],
      }),
    ).rejects.toEqual(refusal('ENTITY_ALREADY_EXISTS', 'sections'))
  })

  test('[RQ9] one undo reverts the whole import', async () => {
    const memory = await runCommand(open(), 'requirements.createBulk', bulk)
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

describe('an update', () => {
  const old = { requirement: [buildRequirement({ status: 'OLD', version: 4 })] }

  test('[RQ10] OLD becomes CHANGED and the version rises; NEW stays NEW; a patch without effect writes nothing', async () => {
    const memory = await runCommand(open(old), 'requirements.update', {
      projectId,
      id: 'r1',
      patch: { name: 'Sends much mail' },
    })
    expect(memory.row('requirement', 'r1')).toMatchObject({
      status: 'CHANGED',
      version: 5,
      name: 'Sends much mail',
    })
    const fresh = await runCommand(open(), 'requirements.update', {
      projectId,
      id: 'r1',
      patch: { vendorHelp: 'v', evaluatorHelp: 'e' },
    })
    expect(fresh.row('requirement', 'r1')).toMatchObject({
      status: 'NEW',
      version: 2,
      vendorHelp: 'v',
      evaluatorHelp: 'e',
    })
    expect(
      (
        await runCommand(open(), 'requirements.update', {
          projectId,
          id: 'r1',
          patch: { name: 'Sends mail', definition },
        })
      ).puts,
    ).toEqual([])
  })

  test('[RQ11] many requirements are updated at once, all or none', async () => {
    const items = [
      { id: 'r1', patch: { name: 'a' } },
      { id: 'r2', patch: { vendorHelp: 'b' } },
    ]
    const memory = open({}, { isServer: false })
    await runCommand(memory, 'requirements.updateBulk', { projectId, items })
    expect([
      memory.row('requirement', 'r1')?.name,
      memory.row('requirement', 'r2')?.vendorHelp,
    ]).toEqual(['a', 'b'])
    await runInverse(
      memory,
      MUTATIONS['requirements.updateBulk'].inverse?.({ projectId, items }, memory.base) ?? [],
    )
    expect([
      memory.row('requirement', 'r1')?.name,
      memory.row('requirement', 'r2')?.vendorHelp,
    ]).toEqual(['Sends mail', ''])
    await expect(
      runCommand(open(), 'requirements.updateBulk', {
        projectId,
        items: [...items, { id: 'gone', patch: {} }],
      }),
    ).rejects.toEqual(refusal('ROW_DELETED'))
    expect(MUTATIONS['requirements.updateBulk'].inverse?.({ projectId, items }, {})).toEqual([])
    expect(
      MUTATIONS['requirements.updateBulk'].withValues?.(
        { projectId, items },
        { 'requirement/r1#name': 'theirs' },
      ),
    ).toEqual([
      {
        command: 'requirements.updateBulk',
        args: { projectId, items: [{ id: 'r1', patch: { name: 'theirs' } }] },
      },
    ])
  })

  test('[RQ12] unsent updates of one requirement become one, unless one writes a part of the definition or both write it', () => {
    const merge = MUTATIONS['requirements.update'].coalesce
    const edit = (id: string, patch: CommandArgs['requirements.update']['patch']) => ({
      projectId,
      id,
      patch,
    })
    expect(
      merge?.(edit('r1', { name: 'a', vendorHelp: 'v' }), edit('r1', { name: 'b', definition })),
    ).toEqual(edit('r1', { name: 'b', vendorHelp: 'v', definition }))
    expect(merge?.(edit('r1', {}), edit('r2', {}))).toBeNull()
    expect(merge?.(edit('r1', {}), edit('r1', { definitionPart: {} }))).toBeNull()
    expect(merge?.(edit('r1', { definition }), edit('r1', { name: 'a' }))).toEqual(
      edit('r1', { definition, name: 'a' }),
    )
    expect(
      merge?.(edit('r1', { definition }), edit('r1', { definition })),
      'the later may lack the changes of the earlier',
    ).toBeNull()
  })
})

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
    expect(order(await runCommand(open(many), 'requirements.move', move(ids, after)))).toEqual(
      expected,
    )
  })

  test('[RQ14] requirements move between sections of their document, not to another document', async () => {
    const memory = await runCommand(open(many), 'requirements.move', move(['b', 'c'], 'z', 's3'))
    expect([order(memory), order(memory, 's3')]).toEqual([
      ['a', 'd', 'e'],
      ['z', 'b', 'c'],
    ])
    await expect(
      runCommand(open(many), 'requirements.move', move(['b'], null, 's2')),
    ).rejects.toEqual(refusal('INPUT_INVALID', 'sectionId'))
    await expect(runCommand(open(many), 'requirements.move', move(['gone'], null))).rejects.toEqual(
      refusal('ROW_DELETED'),
    )
    await expect(
      runCommand(open(many), 'requirements.move', move(['b'], null, 'gone')),
    ).rejects.toEqual(refusal('ROW_DELETED'))
  })

  test.each([
    [['b', 'c', 'e'], 'z', 's3'],
    [['e', 'a'], 'b', 's1'],
    [['c'], null, 's3'],
    [['a', 'b', 'c', 'd', 'e'], null, 's3'],
  ])('[RQ15] undo brings %s back to where they stood', async (ids, after, sectionId) => {
    const memory = open(many, { isServer: false })
    await runCommand(memory, 'requirements.move', move(ids, after, sectionId))
    await runInverse(
      memory,
      MUTATIONS['requirements.move'].inverse?.(move(ids, after, sectionId), memory.base) ?? [],
    )
    expect([order(memory), order(memory, 's3')]).toEqual([['a', 'b', 'c', 'd', 'e'], ['z']])
  })

  test('[RQ15] consecutive requirements return by one command', async () => {
    const memory = open(many, { isServer: false })
    await runCommand(memory, 'requirements.move', move(['b', 'c', 'e'], null, 's3'))
    expect(
      MUTATIONS['requirements.move'].inverse?.(move(['b', 'c', 'e'], null, 's3'), memory.base),
    ).toEqual([
      { command: 'requirements.move', args: move(['b', 'c'], 'a') },
      { command: 'requirements.move', args: move(['e'], 'd') },
    ])
  })

  test('[RQ16] two people may move the same requirement: the later order counts, without a conflict', async () => {
    const memory = open(many, {
      base: { 'requirement/b#place': { sectionId: 's1', after: 'somewhere' } },
    })
    await runCommand(memory, 'requirements.move', move(['b'], 'e'))
    expect(memory.conflicts).toEqual([])
    expect(order(memory)).toEqual(['a', 'c', 'd', 'e', 'b'])
  })

  test('[RQ16] rows with an equal rank are skipped', async () => {
    const tied = {
      requirement: ['a', 'b', 'c']
        .map((id) => buildRequirement({ id, rank: 'V00000' }))
        .concat(['e', 'd'].map((id, i) => buildRequirement({ id, rank: `V0000${i + 1}` }))),
    }
    expect(order(await runCommand(open(tied), 'requirements.move', move(['d'], 'a')))).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
  })
})

describe('the author of the last change', () => {
  const patch = { name: 'Sends letters' }
  const imported = { id: 'x', sectionId: 's1', name: 'Filters', definition, sourceId: null }
  const commands: [keyof CommandArgs, CommandArgs[keyof CommandArgs], string][] = [
    [
      'requirements.create',
      { projectId, id: 'x', sectionId: 's1', after: null, name: 'Filters', definition },
      'x',
    ],
    [
      'requirements.createBulk',
      { projectId, documentId: 'd1', sections: [], requirements: [imported] },
      'x',
    ],
    ['requirements.update', { projectId, id: 'r1', patch }, 'r1'],
    ['requirements.updateBulk', { projectId, items: [{ id: 'r1', patch }] }, 'r1'],
    ['requirements.move', { projectId, ids: ['r1'], sectionId: 's1', after: 'r2' }, 'r1'],
    ['requirements.exclude', { projectId, id: 'r1', reason: 'ambiguous' }, 'r1'],
  ]
  test.each(
    commands.flatMap(([command, args, id]) =>
      [true, false].map((isServer) => [command, isServer, args, id] as const),
    ),
  )('[RQ24] %s records it (on the server: %s)', async (command, isServer, args, id) => {
    const memory = open({}, { isServer })
    await runCommand(memory, command, args)
    expect(memory.row('requirement', id)?.updatedBy).toBe(buildOwner().userId)
    const [other] = memory.rows('requirement').filter((row) => row.id !== id)
    expect(other).not.toHaveProperty('updatedBy')
  })

  test('[RQ24] a patch without effect leaves the former author', async () => {
    const memory = open({ requirement: [buildRequirement({ updatedBy: 99 })] })
    await runCommand(memory, 'requirements.update', {
      projectId,
      id: 'r1',
      patch: { name: 'Sends mail' },
    })
    expect(memory.row('requirement', 'r1')?.updatedBy).toBe(99)
  })
})

describe('the marks of imports', () => {
  const edit = (patch: CommandArgs['requirements.update']['patch']) => ({
    projectId,
    items: [{ id: 'r1', patch }],
  })

  test.each([true, false])('[RQ25] are kept and joined (on the server: %s)', async (isServer) => {
    const memory = open({}, { isServer })
    const row = { id: 'x', sectionId: 's1', name: 'Filters', definition, sourceId: null }
    const bulk = {
      projectId,
      documentId: 'd1',
      sections: [],
      requirements: [{ ...row, imported: 'aaaaaa' }],
    }
    await runCommand(memory, 'requirements.createBulk', bulk)
    await runCommand(memory, 'requirements.createBulk', bulk)
    expect(memory.row('requirement', 'x')?.imported).toBe('aaaaaa')
    await runCommand(memory, 'requirements.updateBulk', edit({ name: 'B', imported: 'bbbbbb' }))
    await runCommand(
      memory,
      'requirements.updateBulk',
      edit({ name: 'C', imported: 'ccccccbbbbbb' }),
    )
    expect(memory.row('requirement', 'r1')?.imported).toBe('ccccccbbbbbb')
  })

  test('[RQ25] alone change neither version nor author, and an undo leaves them', async () => {
    const memory = open({ requirement: [buildRequirement({ updatedBy: 99 })] }, { isServer: false })
    const before = memory.row('requirement', 'r1')
    await runCommand(memory, 'requirements.updateBulk', edit({ imported: 'bbbbbb' }))
    expect(memory.row('requirement', 'r1')).toMatchObject({
      version: before?.version,
      updatedBy: 99,
      imported: 'bbbbbb',
    })
    const args = edit({ name: 'C', imported: 'cccccc' })
    await runCommand(memory, 'requirements.updateBulk', args)
    await runInverse(
      memory,
      MUTATIONS['requirements.updateBulk'].inverse?.(args, memory.base) ?? [],
    )
    expect(memory.row('requirement', 'r1')).toMatchObject({
      name: before?.name,
      imported: 'ccccccbbbbbb',
    })
  })
})

describe('deleting and excluding', () => {
  test('[RQ17] deleting requirements deletes their answers', async () => {
    const memory = open({
      commitment: [buildCommitment(), buildCommitment({ requirementId: 'r2', vendorId: 8 })],
    })
    await runCommand(memory, 'requirements.delete', { projectId, ids: ['r1', 'r1', 'gone'] })
    expect(memory.rows('requirement').map(({ id }) => id)).toEqual(['r2', 'r3'])
    expect(memory.rows('commitment').map(({ id }) => id)).toEqual(['r2.8'])
  })

  test('[RQ18] a requirement is excluded for all vendors with a reason, also in EVALUATION, and can be included again', async () => {
    const evaluation = { project: [buildProject({ state: 'EVALUATION' })] }
    const memory = await runCommand(open(evaluation, { now: 5 }), 'requirements.exclude', {
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
      runCommand(open(evaluation), 'requirements.exclude', { projectId, id: 'r1', reason: '  ' }),
    ).rejects.toThrow()
    await expect(
      runCommand(
        open({ project: [buildProject({ state: 'PUBLISHED' })] }),
        'requirements.exclude',
        { projectId, id: 'r1', reason: 'x' },
      ),
    ).rejects.toEqual(refusal('STATE_FORBIDS'))
    await expect(
      runCommand(
        open(evaluation, { actor: buildCollaborator('role-project-req-reviewer') }),
        'requirements.exclude',
        { projectId, id: 'r1', reason: 'x' },
      ),
    ).rejects.toEqual(refusal('NOT_ALLOWED'))
  })

  test('[RQ19] a repeated exclusion writes once, undo reverts it, and a different reason written concurrently conflicts', async () => {
    const memory = open({}, { isServer: false })
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
      (await runCommand(open(excluded), 'requirements.exclude', { ...args, reason: 'theirs' }))
        .puts,
    ).toEqual([])
    const synced = await runCommand(
      open(excluded, { base: { 'requirement/r1#excluded': null } }),
      'requirements.exclude',
      args,
    )
    expect([synced.puts, synced.conflicts.length]).toEqual([[], 1])
  })
})
