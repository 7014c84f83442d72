import { expect, test } from 'vitest'
import { buildTx, type MemoryTxOptions, runCommand } from '../../tests/support/memory-tx.ts'
import {
  buildProject,
  buildRows,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { Attachment } from '../entities/attachment.ts'
import type { ProjectActor } from './mutation.ts'

const contentHash = 'a'.repeat(64)
const LIMIT_BYTES = 100_000_000
const MOST_FILES = 50
const row = (changes: Partial<Attachment> = {}): Attachment => ({
  ...{ id: 'f1.7', projectId, packageId: 'p1', documentId: 'd1', requirementId: 'r1', vendorId: 7 },
  file: { contentHash, bytes: 10, mime: 'application/pdf' },
  ...{ name: 'plan.pdf', alias: '', description: '' },
  ...{ createdByOrg: 7, createdBy: 3, createdByName: 'Vera', createdOn: 1, updatedOn: 1 },
  ...changes,
})
const open = (actor: ProjectActor, attachment: Attachment[], more: Partial<MemoryTxOptions> = {}) =>
  buildTx({
    actor,
    files: { [contentHash]: { bytes: 10, kind: 'pdf' } },
    rows: buildRows({ project: [buildProject({ state: 'PUBLISHED' })], attachment }),
    ...more,
  })
const add = (bytes: number, name: string) => ({
  ...{ projectId, id: 'f1', place: { kind: 'requirement' as const, id: 'r1' } },
  file: { contentHash, bytes, mime: 'application/pdf' },
  ...{ name, alias: '', description: '' },
})
const files = (count: number) =>
  Array.from({ length: count }, (_, n) => row({ id: `m${n}.7`, createdOn: n }))

test('[AT3] a file of the largest size, with the longest name, is the last that a place takes', async () => {
  const vera = buildVendorContact()
  const held = { files: { [contentHash]: { bytes: LIMIT_BYTES, kind: 'pdf' as const } } }
  const longest = `${'x'.repeat(196)}.pdf`
  const create = (count: number, bytes: number, name: string) =>
    runCommand(open(vera, files(count), held), 'attachments.create', add(bytes, name))
  const memory = await create(MOST_FILES - 1, LIMIT_BYTES, longest)
  expect(memory.row('attachment', 'f1.7')).toMatchObject({ name: longest })
  await expect(create(MOST_FILES, LIMIT_BYTES, longest)).rejects.toThrow(refusal('FILES_FULL'))
  await expect(create(0, LIMIT_BYTES + 1, longest)).rejects.toThrow(
    refusal('validation.size', 'name'),
  )
  await expect(create(0, LIMIT_BYTES, `x${longest}`)).rejects.toThrow(/length/)
})

test.each([
  ['of another vendor', buildVendorContact({ userId: 6, vendorId: 8 })],
  ['without the package', buildVendorContact({ userId: 4, packageIds: ['p2'] })],
])('[AT5] a contact %s cannot change the files of a vendor', async (_, actor) => {
  const memory = open(actor, [row()])
  await expect(
    runCommand(memory, 'attachments.update', { projectId, id: 'f1.7', patch: { alias: 'x' } }),
  ).rejects.toThrow(refusal('ROW_DELETED'))
  await runCommand(memory, 'attachments.remove', { projectId, id: 'f1.7' }).catch(() => undefined)
  expect(memory.rows('attachment')).toEqual([row()])
})
