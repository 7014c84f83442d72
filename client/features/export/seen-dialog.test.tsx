// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seen, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import type { SeenReading } from '../../lib/asked-export.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { SeenDialog } from './seen-dialog.tsx'

const TABLE: SeenTable = { name: 'Vendors', columns: [seen('Vendor')], rows: [['A'], ['B']] }
beforeEach(async () => {
  await startLocale('en')
})
afterEach(cleanup)

/** A dialog whose reading the test drives. */
const open = async () => {
  const answer = Promise.withResolvers<SeenTable>()
  let reading: SeenReading | null = null
  let closed = 0
  const { unmount } = renderScreen(
    <SeenDialog
      read={(given) => {
        reading = given
        return answer.promise
      }}
      onClose={() => (closed += 1)}
    />,
  )
  await act(async () => undefined)
  if (reading === null) throw new Error('nothing was read')
  return { reading: reading as SeenReading, answer, unmount, closed: () => closed }
}
const button = (name: string) => screen.queryByRole('button', { name, hidden: true })

it('shows how many rows are read, and then what the file will have', async () => {
  const { reading, answer } = await open()
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  act(() => reading.tell(200, 450))
  expect(screen.getByRole('img', { hidden: true }).getAttribute('aria-label')).toBe(
    '200 of 450 rows read',
  )
  expect(button('Export')).toBeNull()
  await act(async () => answer.resolve(TABLE))
  expect(screen.getByText(/2 rows/).textContent).toBe('Vendors: 2 rows, 1 column')
  expect(button('Export')).not.toBeNull()
  expect(screen.queryByRole('note', { hidden: true })).toBeNull()
})

it('a stop closes the dialog and ends the reading', async () => {
  const { reading, closed, unmount } = await open()
  act(() => reading.tell(200, 450))
  act(() => button('Stop')?.click())
  expect(closed()).toBe(1)
  unmount()
  expect(reading.signal.aborted).toBe(true)
})

it('says that the file is a part', async () => {
  const { answer } = await open()
  await act(async () => answer.resolve({ ...TABLE, isPartial: true }))
  expect(screen.getByRole('note', { hidden: true }).textContent).toContain(
    'only a part of the rows',
  )
})

it('a list without rows has no file', async () => {
  const { answer } = await open()
  await act(async () => answer.resolve({ ...TABLE, rows: [] }))
  expect(button('Export')?.ariaDisabled).toBe('true')
})
