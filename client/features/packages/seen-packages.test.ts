// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { buildRows, PROJECT_ID } from '../../../tests/support/project-rows.ts'

it('lists each package before its documents, with people, counts and weights only for requestors', async () => {
  const rows = buildRows()
  const [first, ...others] = rows.document ?? []
  if (first === undefined) throw new Error('There is no document')
  const document = [{ ...first, ownerId: 7, weight: 40 }, ...others]
  await openPageProject({ rows: { ...rows, document } })
  const { openProject } = await import('../../lib/project-store.ts')
  await openProject(PROJECT_ID)
  const { seenPackages } = await import('./seen-packages.ts')
  const readers = { projectId: PROJECT_ID, userId: 7, team: [{ id: 7, name: 'Eva' }] }
  const all = await seenPackages({ ...readers, isVendor: false, assigned: undefined })
  expect(all.columns.map(({ header }) => header)).toEqual([
    'Package',
    'Prefix',
    'Document',
    'Owner',
    'Requirements',
    'Weight',
  ])
  const packageName = rows.package?.find(({ id }) => id === first.packageId)?.name
  const count = rows.requirement?.filter(({ documentId }) => documentId === first.id).length
  expect(all.rows).toContainEqual([packageName, first.prefix, first.name, 'Eva', count, 40])
  expect(all.rows).toHaveLength((rows.package?.length ?? 0) + document.length)
  const mine = await seenPackages({ ...readers, isVendor: false, assigned: 'me' })
  expect(mine.rows.map(([, , name]) => name)).toEqual([null, first.name])
  const vendors = await seenPackages({ ...readers, isVendor: true, assigned: undefined })
  expect(vendors.columns.map(({ header }) => header)).not.toContain('Weight')
  expect(JSON.stringify(vendors.rows)).not.toContain('Eva')
})
