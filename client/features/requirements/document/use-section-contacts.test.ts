// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { VendorPart } from '#schema/entities/vendor-part.ts'
import { openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildDocument,
  buildRows,
  buildSection,
  buildVendorContact,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

afterEach(cleanup)

const sections = ['s1', 's2', 's3'].map((id) => buildSection({ id }))
const part = (sectionId: string | null, userId: number, documentId = 'd1') =>
  ({
    ...{ id: `${documentId}.${sectionId}`, projectId: PROJECT_ID, vendorId: 7, documentId },
    ...{ sectionId, userId, isReady: false, updatedOn: 1 },
  }) as unknown as VendorPart
const contactsOf = async (parts: readonly VendorPart[]) => {
  await openPageProject({
    actor: buildVendorContact(),
    rows: { ...buildRows(), section: sections, vendorPart: [...parts] } as never,
    summary: { team: [21, 22, 23].map((id) => ({ id, name: `Person ${id}` })) } as never,
  })
  const { useSectionContacts } = await import('./use-section-contacts.ts')
  const { result } = renderHook(() => useSectionContacts(PROJECT_ID, buildDocument(), sections))
  return () => [...result.current].map(([section, { id }]) => [section, id])
}

it('names the contact of each section, and that of the document for the others', async () => {
  const contacts = await contactsOf([part(null, 21), part('s2', 22), part('s3', 23, 'd2')])
  await waitFor(() =>
    expect(contacts()).toEqual([
      ['s1', 21],
      ['s2', 22],
      ['s3', 21],
    ]),
  )
})

it('names none for a section without a contact, or with one who left the team', async () => {
  const contacts = await contactsOf([part('s1', 21), part('s2', 99)])
  await waitFor(() => expect(contacts()).toEqual([['s1', 21]]))
})
