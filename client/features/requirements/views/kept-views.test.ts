import { expect, test } from 'vitest'
import { PLAIN_ARRANGEMENT, type TableView } from '#schema/entities/table-view.ts'
import { NOTHING_KEPT, withChange, withServer } from './kept-views.ts'

const content = { arrangement: PLAIN_ARRANGEMENT, search: '{}' }
const saved = (name: string) => ({ name, isShared: false, content })
const fromServer = (id: string, name: string, isOwn = true): TableView => ({
  id,
  ...saved(name),
  isOwn,
  updatedOn: 1,
})
const namesOf = ({ views }: { views: readonly TableView[] }) => views.map(({ name }) => name)

test('a saved view shows at once, and the server’s list does not remove it before it is sent', () => {
  const kept = withChange(withChange(NOTHING_KEPT, { id: 'b', saved: saved('B') }), {
    id: 'a',
    saved: saved('A'),
  })
  expect(namesOf(kept)).toEqual(['A', 'B'])
  expect(namesOf(withServer(kept, [fromServer('c', 'C')]))).toEqual(['A', 'B', 'C'])
})

test('only the last change of a view is sent, and a deletion overrides the server’s list', () => {
  const renamed = withChange(withChange(NOTHING_KEPT, { id: 'a', saved: saved('A') }), {
    id: 'a',
    saved: saved('Z'),
  })
  expect([namesOf(renamed), renamed.unsent.length]).toEqual([['Z'], 1])
  const gone = withChange(renamed, { id: 'a', saved: null })
  expect(namesOf(withServer(gone, [fromServer('a', 'A'), fromServer('b', 'B')]))).toEqual(['B'])
})

test('a colleague’s shared view stays theirs when another person changes it', () => {
  const kept = withChange(
    { views: [fromServer('a', 'A', false)], unsent: [] },
    { id: 'a', saved: saved('New') },
  )
  expect(kept.views[0]).toMatchObject({ name: 'New', isOwn: false })
})
