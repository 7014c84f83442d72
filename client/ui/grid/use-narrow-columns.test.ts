import { expect, it } from 'vitest'
import type { GridColumn } from './grid-types.ts'
import { narrowColumns } from './use-narrow-columns.ts'

const column = (id: string, frozen = false): GridColumn<object> => ({
  id,
  header: id,
  width: 400,
  frozen,
  value: () => null,
})

it('a narrow table starts with the text as its only frozen column, and ends with id and status', () => {
  const given = [
    column('id', true),
    column('section'),
    column('name'),
    column('status'),
    column('answer'),
    column('price'),
  ]
  const shown = narrowColumns(given, { lead: 'name', last: ['id', 'section', 'status'] })
  expect(shown.map(({ id }) => id)).toEqual(['name', 'answer', 'price', 'id', 'section', 'status'])
  expect(shown.filter(({ frozen }) => frozen).map(({ id }) => id)).toEqual(['name'])
  expect(shown[0]?.maxWidth).toBeLessThanOrEqual(195)
})
