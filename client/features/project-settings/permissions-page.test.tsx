// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { PermissionsPage } from './permissions-page.tsx'
import { somebody } from './use-members.ts'

beforeEach(() => startLocale('en'))
afterEach(cleanup)

/** The roles that hold a permission, as the table shows them. */
const holders = (permission: string): string[] => {
  const table = screen.getByRole('table')
  const [, ...roles] = within(table)
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
  const row = screen.getByRole('rowheader', { name: permission }).closest('tr') as HTMLElement
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(cells).toHaveLength(roles.length)
  return roles.filter((_, at) => cells[at]?.includes('yes'))
}

// The table of the specification, area 2.
it('shows which role may do what, each permission by a name', () => {
  renderScreen(<PermissionsPage />)
  expect(holders('Manage members')).toEqual(['Administrator'])
  expect(holders('Assign roles')).toEqual(['Administrator'])
  expect(holders('Edit all content')).toEqual(['Administrator', 'Author'])
  expect(holders('See the project')).toHaveLength(5)
  for (const { textContent } of screen.getAllByRole('rowheader'))
    expect(textContent).not.toMatch(/[A-Z]+_[A-Z]+/)
})

it('identifies a person in a call by id, and an invited one by address', () => {
  expect(somebody({ userId: 4, email: 'a@b.example' })).toEqual({ userId: 4 })
  expect(somebody({ userId: null, email: 'a@b.example' })).toEqual({ email: 'a@b.example' })
})
