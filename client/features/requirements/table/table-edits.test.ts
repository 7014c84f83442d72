// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { releaseField } from '#schema/entities/commitment.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import type { GridEdit, GridGesture } from '#client/ui/grid/grid-types.ts'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { editsOf, openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildParameter,
  buildRequirement,
  buildRows,
  buildStatement,
  buildVendorContact,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

const definition = buildDefinition({
  content: [
    buildParameter({ id: 'text', key: 'text', value: 'Old text' }),
    buildParameter({ id: 'why', key: 'why', value: null }),
  ],
  answer: [buildStatement(), buildParameter({ id: 'note', key: 'note' })],
})
const requirement = [
  buildRequirement({ id: 'r1', definition }),
  buildRequirement({ id: 'r2', definition, fullId: 'FUN-0002', name: 'Prints', rank: 'V2' }),
  buildRequirement({ id: 'helped', vendorHelp: 'Old help' }),
  buildRequirement({ id: 'bare', definition: buildDefinition({ content: [], answer: [] }) }),
]
const commitment = [buildCommitment({ requirementId: 'r1', values: { note: 'Old note' } })]
let device: OpenDevice
const open = async (changes: Parameters<typeof openPageProject>[0] = {}): Promise<void> => {
  localStorage.clear()
  device = await openPageProject({
    rows: { ...buildRows(), requirement, commitment },
    project: { state: 'DRAFT' },
    ...changes,
  })
  const { loadRow, readRow } = await import('#client/lib/project-store.ts')
  for (const { id } of requirement) await loadRow(PROJECT_ID, 'requirement', id)
  const [{ id }] = commitment as [(typeof commitment)[0]]
  await vi.waitFor(() => expect(readRow(PROJECT_ID, 'commitment', id)).toBeDefined())
}
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await new Promise((done) => setImmediate(done))
})

interface Hook {
  onChange: (edits: readonly GridEdit[], gesture: GridGesture) => void
  onDraft: (cell: { rowId: string; columnId: string }, value: GridEdit['value'] | undefined) => void
}
const drafts = async () => {
  const { keptDrafts } = await import('../answers/draft-net.ts')
  return keptDrafts(PROJECT_ID)
}
const setUp = async (hook: () => Hook) => {
  const { toast } = await import('#client/ui/feedback/toast.tsx')
  const { undo } = await import('#client/lib/mutate.ts')
  const complained = vi.spyOn(toast, 'error')
  const { result } = renderHook(hook, { initialProps: {}, wrapper: inLocale })
  const change = (gesture: GridGesture, ...edits: [string, string, GridEdit['value']][]) => {
    act(() =>
      result.current.onChange(
        edits.map(([rowId, columnId, value]) => ({ rowId, columnId, value })),
        gesture,
      ),
    )
  }
  const edits = async (count: number) => {
    await vi.waitFor(async () => expect(await editsOf(device)).toHaveLength(count))
    return await editsOf(device)
  }
  const type = (rowId: string, columnId: string, value: GridEdit['value'] | undefined) =>
    act(() => result.current.onDraft({ rowId, columnId }, value))
  return { change, edits, type, complained, undone: () => undo('d1') }
}

describe('a requestor’s edits in the table', () => {
  const show = async () => {
    const { useRequestorEdits } = await import('./use-requestor-edits.ts')
    return await setUp(() => useRequestorEdits(PROJECT_ID, 'd1'))
  }
  beforeEach(() => open())

  it('a name, a help text and a field are written where they belong', async () => {
    const { change, edits, undone } = await show()
    change('type', ['r1', 'name', 'Sends letters'])
    change('type', ['r1', 'help', 'New help'])
    change('type', ['r2', 'c:why', 'Asked for'])
    const written = (await edits(2)).map(({ args }) => args)
    expect(written).toMatchObject([
      // Unsent edits of one row merge.
      { id: 'r1', patch: { name: 'Sends letters', vendorHelp: 'New help' } },
      {
        id: 'r2',
        patch: {
          definitionPart: { content: { parameters: { why: { id: 'why', value: 'Asked for' } } } },
        },
      },
    ])
    expect(await undone()).toBe('Edit requirements')
  })

  it('a help text that is cleared is empty, and not absent', async () => {
    const { change, edits } = await show()
    change('clear', ['helped', 'help', null])
    expect((await edits(1)).map(({ args }) => args)).toMatchObject([
      { id: 'helped', patch: { vendorHelp: '' } },
    ])
  })

  it('an empty name is refused, and the other cells of the gesture are written', async () => {
    const { change, edits, complained } = await show()
    change('paste', ['r1', 'name', '  '], ['r2', 'name', 'Prints well'])
    expect((await edits(1)).map(({ args }) => args)).toMatchObject([{ id: 'r2' }])
    expect(complained.mock.calls).toEqual([['Enter the requirement']])
  })

  it('two fields of one row are one patch, and pasted rows one step to undo', async () => {
    const { change, edits, undone } = await show()
    change(
      'paste',
      ['r1', 'c:text', 'New text'],
      ['r1', 'c:why', 'New reason'],
      ['r1', 'name', 'New name'],
      ['r2', 'name', 'Other name'],
    )
    const [bulk] = await edits(1)
    expect(bulk?.command).toBe('requirements.updateBulk')
    expect(bulk?.args).toMatchObject({
      items: [
        {
          id: 'r1',
          patch: {
            name: 'New name',
            definitionPart: {
              content: {
                parameters: { text: { value: 'New text' }, why: { value: 'New reason' } },
              },
            },
          },
        },
        { id: 'r2', patch: { name: 'Other name' } },
      ],
    })
    expect(await undone()).toBe('Pasted 2 requirements')
  })

  it('cells that a row does not have, and rows that are gone, are left out', async () => {
    const { change, edits } = await show()
    change('paste', ['bare', 'c:why', 'x'], ['gone', 'name', 'x'], ['r1', 'id', 'x'])
    change('type', ['r1', 'name', 'Last'])
    expect((await edits(1)).map(({ args }) => args)).toMatchObject([{ patch: { name: 'Last' } }])
  })

  it('each keystroke is kept with the text it was typed over, until it is saved or given up', async () => {
    const { change, edits, type } = await show()
    type('r1', 'name', 'S')
    type('r1', 'name', 'Se')
    type('r1', 'help', 'H')
    type('r1', 'c:text', 'N')
    type('bare', 'c:text', 'lost')
    expect(await drafts()).toEqual([
      {
        kind: 'requirement',
        id: 'r1',
        fields: {
          name: { value: 'Se', over: 'Sends mail' },
          vendorHelp: { value: 'H', over: '' },
          'content.text': { value: 'N', over: 'Old text' },
        },
      },
    ])
    type('r1', 'help', undefined)
    change('type', ['r1', 'c:text', 'N'])
    await edits(1)
    await vi.waitFor(async () =>
      expect((await drafts()).map(({ fields }) => Object.keys(fields))).toEqual([['name']]),
    )
  })
})

describe('a vendor’s edits in the table', () => {
  const show = async () => {
    const { useVendorEdits } = await import('./use-vendor-edits.ts')
    return await setUp(() =>
      useVendorEdits({
        projectId: PROJECT_ID,
        document: buildDocument(),
        vendorId: 7,
        requirements: requirement,
      }),
    )
  }
  beforeEach(() =>
    open({ actor: buildVendorContact(), project: { state: 'PUBLISHED', publishedOn: 1 } }),
  )
  const columns = async () => {
    const { answerColumnId } = await import('./answer-grid-columns.tsx')
    return {
      met: answerColumnId({ key: 'met', part: 'value' }),
      release: answerColumnId({ key: 'met', part: 'release' }),
      note: answerColumnId({ key: 'note', part: 'value' }),
    }
  }

  it('one answer bears the label of its requirement, with all cells of the gesture', async () => {
    const { change, edits, undone } = await show()
    const { met, release } = await columns()
    change('paste', ['r2', met, 80], ['r2', release, -2])
    const [answer] = await edits(1)
    expect(answer?.args).toMatchObject({
      requirementId: 'r2',
      vendorId: 7,
      values: { met: 80, [releaseField('met')]: -2 },
    })
    expect(await undone()).toBe('Answer to FUN-0002')
  })

  it.each([
    ['paste', 'Pasted 2 answers'],
    ['fill', 'Filled down 2 answers'],
    ['clear', 'Cleared 2 answers'],
    ['type', '2 answers'],
  ] as const)('several answers of the gesture %s are one step: %s', async (gesture, label) => {
    const { change, edits, undone } = await show()
    const { note } = await columns()
    change(gesture, ['r1', note, 'A'], ['r2', note, 'B'], ['bare', note, 'left out'])
    expect((await edits(1))[0]?.args).toMatchObject({
      items: [
        { requirementId: 'r1', values: { note: 'A' } },
        { requirementId: 'r2', values: { note: 'B' } },
      ],
    })
    expect(await undone()).toBe(label)
  })

  it('each keystroke is kept with the answer it was typed over, until it is saved or given up', async () => {
    const { change, edits, type } = await show()
    const { met, note } = await columns()
    type('r1', note, 'N')
    type('r1', met, 5)
    type('bare', note, 'lost')
    expect(await drafts()).toEqual([
      {
        kind: 'answer',
        id: 'r1',
        fields: { note: { value: 'N', over: 'Old note' }, met: { value: 5, over: null } },
      },
    ])
    type('r1', met, undefined)
    change('type', ['r1', note, 'N'])
    await edits(1)
    await vi.waitFor(async () => expect(await drafts()).toEqual([]))
  })
})
