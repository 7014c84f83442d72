import { expect, test } from 'vitest'
import type { WaitingEdit } from '#client/lib/unsent-edits.ts'
import { waitingEntries } from './waiting-entries.ts'

const projectId = 'p1'
const edit = (changes: Partial<WaitingEdit>): WaitingEdit => ({
  mid: 1,
  projectId,
  command: 'commitments.update',
  args: {},
  base: {},
  clientAt: 5,
  label: 'Answer',
  touched: [],
  ...changes,
})
const place = {
  isAbout: (_entity: string, id: string) => id.startsWith('r1'),
  labelOf: () => 'FUN-0001',
  nameOf: (_id: string, field: string) => (field === 'values.note' ? 'Note' : null),
  actor: 'Vera',
}
const of = (...edits: WaitingEdit[]) => waitingEntries(edits, place)

test('an unsent answer tells the former and the new value of each field', () => {
  const base = { 'commitment/r1.7#values.note': 'old', 'commitment/r1.7#values.same': 1 }
  const args = { projectId, requirementId: 'r1', vendorId: 7, values: { note: 'new', same: 1 } }
  expect(of(edit({ args, base, touched: ['commitment/r1.7'] }))).toEqual([
    {
      key: '1 commitment/r1.7',
      action: '',
      entry: {
        entity: 'commitment',
        id: 'r1.7',
        label: 'FUN-0001',
        kind: 'changed',
        fields: [],
        changes: [{ field: 'values.note', label: 'Note', before: 'old', after: 'new' }],
        actor: 'Vera',
        at: 5,
      },
    },
  ])
})

test('of a bulk edit each row tells its own values', () => {
  const [found] = of(
    edit({
      command: 'requirements.updateBulk',
      args: {
        items: [
          { id: 'r2', patch: { name: 'X' } },
          { id: 'r1', patch: { name: 'Y' } },
        ],
      },
      base: { 'requirement/r1#name': 'A', 'requirement/r2#name': 'B' },
      touched: ['requirement/r2', 'requirement/r1'],
    }),
  )
  expect(found?.entry.changes).toEqual([{ field: 'name', label: null, before: 'A', after: 'Y' }])
})

test('the newest edit comes first, and one without values tells the action', () => {
  const touched = ['requirement/r1']
  const found = of(
    edit({ command: 'requirements.create', label: 'New requirement', touched }),
    edit({
      mid: 2,
      command: 'requirements.move',
      label: 'Move',
      base: { 'requirement/r1#place': { sectionId: 's1', after: null } },
      touched,
    }),
  )
  expect(found.map(({ action, entry }) => [action, entry.kind])).toEqual([
    ['Move', 'changed'],
    ['New requirement', 'created'],
  ])
})

test('edits of other rows, and of rows that no history tells, are left out', () => {
  expect(of(edit({ touched: ['commitment/r2.7', 'vendorPart/r1.7'] }))).toEqual([])
})
