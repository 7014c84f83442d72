import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCommitment,
  buildProject,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { canonicalContent } from '../rules/answers/commitments.ts'
import { MUTATIONS } from './index.ts'
import type { CommandArgs } from './inputs.ts'

const COLLEAGUE = 40
const OTHER = 41
const VALUES = { met: 50, 'met.release': 0 }
const place = { projectId: PROJECT_ID, vendorId: 7, documentId: 'd1', sectionId: null }
const contactOf = (userId: number, more: Parameters<typeof buildVendorContact>[0] = {}) =>
  buildVendorContact({ userId, vendorId: 7, ...more })
const primary = (() => {
  const contact = contactOf(1)
  return { ...contact, permissions: [...contact.permissions, 'VENDOR_CONTACT_MANAGE' as const] }
})()
const open = (more: Partial<Parameters<typeof buildTx>[0]> = {}) =>
  buildTx({
    rows: buildRows({
      project: [buildProject({ state: 'PUBLISHED', deadlineAt: null })],
      commitment: [buildCommitment({ values: VALUES, vendorId: 7 })],
    }),
    actor: primary,
    ...more,
  })
type Memory = ReturnType<typeof open>
const give = (memory: Memory, patch: CommandArgs['parts.update']['patch']) =>
  runCommand(memory, 'parts.update', { ...place, patch })
const partOf = (memory: Memory) => memory.row('vendorPart', 'd1.7')
const withPart = async (
  patch: CommandArgs['parts.update']['patch'],
  by: number | ReturnType<typeof contactOf>,
) => {
  const memory = open()
  await give(memory, patch)
  const part = partOf(memory)
  if (part === undefined) throw new Error('no part was made')
  return open({
    actor: typeof by === 'number' ? contactOf(by) : by,
    rows: {
      ...buildRows({
        project: [buildProject({ state: 'PUBLISHED', deadlineAt: null })],
        commitment: [buildCommitment({ values: VALUES, vendorId: 7 })],
      }),
      vendorPart: [part],
    },
  })
}

describe('parts of answers inside a vendor', () => {
  test('[VP1] the primary contact gives a document, and undo takes it back', async () => {
    const memory = open({ isServer: false })
    const patch = { userId: COLLEAGUE, dueOn: '2030-01-20' }
    await give(memory, patch)
    expect(partOf(memory)).toMatchObject({ ...patch, isReady: false, packageId: 'p1' })
    const undo = MUTATIONS['parts.update'].inverse?.({ ...place, patch }, memory.base) ?? []
    await runInverse(memory, undo)
    expect(partOf(memory)).toMatchObject({ userId: null, dueOn: null })
  })

  test('[VP1] the primary contact gives a section, apart from its document', async () => {
    const memory = open()
    const section = { ...place, sectionId: 's1' }
    await runCommand(memory, 'parts.update', { ...section, patch: { userId: COLLEAGUE } })
    expect(memory.row('vendorPart', 's1.7')).toMatchObject({ sectionId: 's1', userId: COLLEAGUE })
    expect(partOf(memory)).toBeUndefined()
    const others = open({ team: [OTHER] })
    await expect(
      runCommand(others, 'parts.update', { ...section, patch: { userId: COLLEAGUE } }),
    ).rejects.toThrow(refusal('NOT_A_COLLEAGUE'))
  })

  test('[VP1] no other contact gives parts, and none goes to a person who does not see the package', async () => {
    await expect(give(open({ actor: contactOf(COLLEAGUE) }), { userId: 1 })).rejects.toThrow(
      refusal('NOT_ALLOWED'),
    )
    await expect(give(open({ team: [OTHER] }), { userId: COLLEAGUE })).rejects.toThrow(
      refusal('NOT_A_COLLEAGUE'),
    )
    await expect(
      give(open({ team: [OTHER] }), { userId: OTHER, submitters: [COLLEAGUE] }),
    ).rejects.toThrow(refusal('NOT_A_COLLEAGUE'))
  })

  test('[VP1] another contact starts without the ready mark', async () => {
    const memory = open()
    await give(memory, { userId: COLLEAGUE })
    await runCommand(memory, 'parts.setReady', { ...place, isReady: true })
    await give(memory, { dueOn: '2030-01-20' })
    expect(partOf(memory)?.isReady).toBe(true)
    await give(memory, { userId: OTHER })
    expect(partOf(memory)).toMatchObject({ userId: OTHER, isReady: false })
  })

  test('[VP2] the assigned contact and the primary contact mark the part as ready, another contact does not', async () => {
    const args = { ...place, isReady: true }
    const mine = await withPart({ userId: COLLEAGUE }, COLLEAGUE)
    await runCommand(mine, 'parts.setReady', args)
    expect(partOf(mine)?.isReady).toBe(true)
    const byPrimary = await withPart({ userId: COLLEAGUE }, primary)
    await runCommand(byPrimary, 'parts.setReady', args)
    expect(partOf(byPrimary)?.isReady).toBe(true)
    const foreign = await withPart({ userId: COLLEAGUE }, OTHER)
    await expect(runCommand(foreign, 'parts.setReady', args)).rejects.toThrow(
      refusal('NOT_ALLOWED'),
    )
  })

  test('[VP3] where a document needs approval, only the primary contact and those allowed submit its answers', async () => {
    const contentHash = createHash('sha256').update(canonicalContent(VALUES)).digest('hex')
    const submit = async (memory: Memory) => {
      const items = [{ requirementId: 'r1', contentHash }]
      await runCommand(memory, 'commitments.submit', { projectId: PROJECT_ID, vendorId: 7, items })
      expect(memory.row('commitment', 'r1.7')?.submitted).toBe(true)
    }
    const closed = { needsApproval: true, submitters: [OTHER] }
    await expect(submit(await withPart(closed, COLLEAGUE))).rejects.toThrow(
      refusal('SUBMIT_APPROVAL'),
    )
    await submit(await withPart(closed, OTHER))
    await submit(await withPart(closed, primary))
    await submit(await withPart({ needsApproval: false }, COLLEAGUE))
  })
})
