// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { OpenDevice } from '../../lib/device.ts'
import { editsOf, openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildRelease,
  buildVendorContact,
  buildRows,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

const release = [
  buildRelease({ id: 'one', version: '1.0', date: '2027-01-31', rank: 'V00000' }),
  buildRelease({ id: 'two', version: '2.0', number: 1, rank: 'V00010' }),
  buildRelease({ id: 'three', version: '3.0', number: 2, rank: 'V00020' }),
]
let device: OpenDevice
const show = async (options: Parameters<typeof openPageProject>[0] = {}): Promise<void> => {
  device = await openPageProject({ rows: { ...buildRows(), release }, ...options })
  const { ReleasesPage } = await import('./releases-page.tsx')
  renderScreen(<ReleasesPage projectId={PROJECT_ID} />)
}
const versions = () =>
  screen.queryAllByRole('listitem').map((row) => row.getAttribute('aria-label'))
const untilShown = (...expected: string[]) => waitFor(() => expect(versions()).toEqual(expected))
const press = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }))
}
const choose = async (version: string, item: string): Promise<void> => {
  await press(`Actions for release ${version}`)
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) }))
}
const type = async (text: string): Promise<void> => {
  fireEvent.change(await screen.findByLabelText('Version'), { target: { value: text } })
}
const edits = async () => (await editsOf(device)).map(({ command, args }) => [command, args])

it('lists the releases in their order, with their dates', async () => {
  await show()
  await untilShown('1.0', '2.0', '3.0')
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows[0]).toContain('31.01.2027')
  expect(rows[1]).toContain('no date')
})

it('adds a release after the last one, without spaces around its name, and is ready for another', async () => {
  await show()
  await untilShown('1.0', '2.0', '3.0')
  await press('Add release')
  await type('  4.0 ')
  fireEvent.submit(screen.getByLabelText('Version').closest('form') as HTMLFormElement)
  await untilShown('1.0', '2.0', '3.0', '4.0')
  expect(await edits()).toEqual([
    [
      'releases.create',
      { projectId: PROJECT_ID, id: expect.any(String), version: '4.0', date: null, after: 'three' },
    ],
  ])
  await waitFor(() => expect(screen.getByLabelText('Version')).toHaveProperty('value', ''))
})

it('refuses a release without a name or with that of another, beside the field', async () => {
  await show()
  await untilShown('1.0', '2.0', '3.0')
  await press('Add release')
  const submit = () =>
    fireEvent.submit(screen.getByLabelText('Version').closest('form') as HTMLFormElement)
  await type('   ')
  submit()
  await screen.findByText('Enter a version')
  await type('2.0')
  submit()
  await waitFor(() => expect(screen.queryByText('Enter a version')).toBeNull())
  expect(screen.getByLabelText('Version').getAttribute('aria-invalid')).toBe('true')
  expect(await edits()).toEqual([])
})

it('writes only the changed field of a release, which may keep its own name', async () => {
  await show()
  await untilShown('1.0', '2.0', '3.0')
  await choose('2.0', 'Edit')
  await type('2.1')
  await press('Save')
  await untilShown('1.0', '2.1', '3.0')
  expect(await edits()).toEqual([
    ['releases.update', { projectId: PROJECT_ID, id: 'two', patch: { version: '2.1' } }],
  ])
  await choose('2.1', 'Edit')
  await type('2.1')
  await press('Save')
  await waitFor(() => expect(screen.queryByLabelText('Version')).toBeNull())
  expect(await edits()).toHaveLength(1)
})

it('leaves the form by Escape without an edit', async () => {
  await show()
  await untilShown('1.0', '2.0', '3.0')
  await choose('1.0', 'Edit')
  await type('other')
  fireEvent.keyDown(screen.getByLabelText('Version'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('Version')).toBeNull())
  expect(versions()).toEqual(['1.0', '2.0', '3.0'])
  expect(await edits()).toEqual([])
})

it('moves a release by its menu, which offers only the steps that exist', async () => {
  await show()
  await untilShown('1.0', '2.0', '3.0')
  const itemsOf = async (version: string) => {
    await press(`Actions for release ${version}`)
    const menu = await screen.findByRole('menu')
    const items = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent)
    await press(`Actions for release ${version}`)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return items.filter((text) => text?.startsWith('Move '))
  }
  expect(await itemsOf('1.0')).toEqual([expect.stringContaining('down'), 'Move to…'])
  expect(await itemsOf('3.0')).toEqual([expect.stringContaining('up'), 'Move to…'])
  await choose('3.0', 'Move up')
  await untilShown('1.0', '3.0', '2.0')
  await choose('3.0', 'Move up')
  await untilShown('3.0', '1.0', '2.0')
  expect(await edits()).toEqual([
    ['releases.move', { projectId: PROJECT_ID, id: 'three', after: 'one' }],
    ['releases.move', { projectId: PROJECT_ID, id: 'three', after: null }],
  ])
})

it('deletes a release only after a confirmation, and Undo brings it back', async () => {
  await show()
  const { ConfirmHost } = await import('../../ui/dialogs/confirm.tsx')
  renderScreen(<ConfirmHost />)
  await untilShown('1.0', '2.0', '3.0')
  await choose('2.0', 'Delete')
  await press('Cancel')
  expect(await edits()).toEqual([])
  await choose('2.0', 'Delete')
  await press('Delete release')
  await untilShown('1.0', '3.0')
  expect(await edits()).toEqual([['releases.delete', { projectId: PROJECT_ID, id: 'two' }]])
  const { undo } = await import('../../lib/mutate.ts')
  expect(await undo(PROJECT_ID)).toBe('Delete release 2.0')
  await untilShown('1.0', '2.0', '3.0')
})

it('shows a vendor contact the releases without any way to change them', async () => {
  await show({ actor: buildVendorContact(), project: { state: 'PUBLISHED', publishedOn: 1 } })
  await untilShown('1.0', '2.0', '3.0')
  expect(screen.queryAllByRole('button')).toEqual([])
})

it('explains what releases are for while there are none', async () => {
  await show({ rows: { ...buildRows(), release: [] } })
  await screen.findByText('No releases yet')
  expect(screen.getAllByRole('button', { name: 'Add release' })).not.toEqual([])
})
