import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { layDeviceProject, summaryOf, writerOf } from '../../../tests/support/device-project.ts'
import {
  buildOwner,
  buildSection,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import { overlayView } from '../overlay/device-tx.ts'
import { bindCommands, commandOf, parseArgs, type Run, runCommand } from './commands.ts'

const { commands } = writerOf()

describe('a command', () => {
  it('is found by its name alone', () => {
    expect(commandOf(commands, 'sections.update')).toBe(commands['sections.update'])
    for (const name of ['sections.none', 'toString', 'constructor', '__proto__'])
      expect(() => commandOf(commands, name), name).toThrow(`There is no command ${name}`)
  })
  it('without rules of its own cannot be undone or merged, and spreads into no field', () => {
    const plain = bindCommands({ plain: { input: v.any(), run: async () => undefined } })
    const { inverse, coalesce, spread } = commandOf(plain, 'plain')
    expect([inverse({}, {}, []), coalesce({}, {}), spread]).toEqual([null, null, []])
  })
  it('hands arguments, base and removed rows to its rules, in this order', async () => {
    const mutation = {
      ...{ input: v.any(), spread: ['name'] },
      run: async () => undefined,
      inverse: (...given: unknown[]) => given,
      coalesce: (...given: unknown[]) => given,
    }
    const { inverse, coalesce, spread } = commandOf(bindCommands({ all: mutation }), 'all')
    expect(inverse('args', { key: 'base' }, [])).toEqual(['args', { key: 'base' }, []])
    expect(coalesce('earlier', 'later')).toEqual(['earlier', 'later'])
    expect(spread).toEqual(['name'])
  })
})

describe('arguments', () => {
  const update = commandOf(commands, 'sections.update')
  it('are returned as the schema of the command reads them', () => {
    const args = { projectId, id: 's1', name: ' Named ' }
    expect(parseArgs(update, args)).toEqual(v.parse(update.input, args))
  })
  it('that the schema does not know are refused, with the name of the field', () => {
    const refusalOf = (args: unknown): unknown => {
      try {
        return parseArgs(update, args)
      } catch (error) {
        return error
      }
    }
    const refusal = refusalOf({ projectId, id: 's1', name: 5 })
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({
      ...{ code: 'INPUT_INVALID', field: 'name', detail: { field: 'name' } },
    })
    expect(refusalOf(null), 'no field is wrong').toMatchObject({ field: '' })
  })
})

describe('a run over the rows of a device', () => {
  let storage: MemoryStorage
  beforeEach(async () => {
    storage = createMemoryStorage('client')
    await layDeviceProject(storage)
  })
  const run = (one: Partial<Run>, actor = buildOwner()) =>
    storage.transaction('read', (tx) =>
      runCommand(
        {
          ...{ commands, summary: summaryOf(actor), now: 7 },
          ...{ person: { userId: actor.userId, name: actor.name } },
          view: overlayView(tx, projectId),
        },
        {
          name: 'sections.update',
          args: { projectId, id: 's1', name: 'Mine' },
          ...one,
        },
      ),
    )
  it('collects the rows that it writes, and the values that it replaces', async () => {
    const { written, base, held } = await run({})
    expect([...written.values()]).toMatchObject([{ id: 's1', row: { name: 'Mine' } }])
    expect([base, held.size]).toEqual([{ 'section/s1#name': 'General' }, 0])
  })
  it('leaves a value that its writer had not seen', async () => {
    const { written, held } = await run({ kept: { 'section/s1#name': 'Seen' } })
    expect([written.size, [...held]]).toEqual([0, ['section/s1#name']])
  })
  it('restores rows that an earlier unsent edit removed', async () => {
    const root = { entity: 'section' as const, id: 's9' }
    const removed = new Map([['section/s9', [{ ...root, row: buildSection({ id: 's9' }) }]]])
    const seen: unknown[] = []
    const look = bindCommands({
      look: {
        input: v.any(),
        run: async (tx: { removed(of: object): Promise<unknown> }) =>
          void seen.push(await tx.removed(root)),
      },
    })
    await storage.transaction('read', (tx) =>
      runCommand(
        {
          ...{ commands: look, person: buildOwner(), summary: summaryOf(), now: 7 },
          view: overlayView(tx, projectId),
        },
        { name: 'look', args: {}, before: removed },
      ),
    )
    expect(seen).toEqual([[{ ...root, row: buildSection({ id: 's9' }) }]])
  })
  it('is refused to a person without the right', async () => {
    await expect(run({}, buildVendorContact())).rejects.toBeInstanceOf(Refusal)
  })
})
