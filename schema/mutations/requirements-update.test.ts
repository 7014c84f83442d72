import { describe, expect, test } from 'vitest'
import { runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import { openRows } from '../../tests/support/owned-rows.ts'
import {
  buildDefinition,
  buildOwner,
  buildRequirement,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { MUTATIONS } from './index.ts'
import type { CommandArgs } from './inputs.ts'

const projectId = PROJECT_ID
const definition = buildDefinition()

describe('an update', () => {
  const old = { requirement: [buildRequirement({ status: 'OLD', version: 4 })] }

  test('[RQ10] OLD becomes CHANGED and the version rises; NEW stays NEW; a patch without effect writes nothing', async () => {
    const memory = await runCommand(openRows(old), 'requirements.update', {
      projectId,
      id: 'r1',
      patch: { name: 'Sends much mail' },
    })
    expect(memory.row('requirement', 'r1')).toMatchObject({
      status: 'CHANGED',
      version: 5,
      name: 'Sends much mail',
    })
    const fresh = await runCommand(openRows(), 'requirements.update', {
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
        await runCommand(openRows(), 'requirements.update', {
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
    const memory = openRows({}, { isServer: false })
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
      runCommand(openRows(), 'requirements.updateBulk', {
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
    const memory = openRows({}, { isServer })
    await runCommand(memory, command, args)
    expect(memory.row('requirement', id)?.updatedBy).toBe(buildOwner().userId)
    const [other] = memory.rows('requirement').filter((row) => row.id !== id)
    expect(other).not.toHaveProperty('updatedBy')
  })

  test('[RQ24] a patch without effect leaves the former author', async () => {
    const memory = openRows({ requirement: [buildRequirement({ updatedBy: 99 })] })
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
    const memory = openRows({}, { isServer })
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
    const memory = openRows(
      { requirement: [buildRequirement({ updatedBy: 99 })] },
      { isServer: false },
    )
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
