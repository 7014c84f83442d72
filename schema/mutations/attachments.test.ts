import { expect, test } from 'vitest'
import {
  buildTx,
  type MemoryTxOptions,
  runCommand,
  runInverse,
} from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildOwner,
  buildProject,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { Attachment } from '../entities/attachment.ts'
import { FILE_LIMITS } from '../tables/file-types.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const HASH = 'a'.repeat(64)
const file = { contentHash: HASH, bytes: 10, mime: 'application/pdf' }
const vera = buildVendorContact()
const author = buildCollaborator('role-project-req-author')
const reviewer = buildCollaborator('role-project-req-reviewer', { userId: 5 })
const open = (
  more: Partial<MemoryTxOptions> = {},
  state: 'PREPARATION' | 'PUBLISHED' | 'VALIDATION' | 'CLOSED' = 'PUBLISHED',
) =>
  buildTx({
    actor: vera,
    now: 100,
    files: { [HASH]: { bytes: 10, kind: 'pdf' } },
    ...more,
    rows: buildRows({ project: [buildProject({ state })], ...more.rows }),
  })
const add = (changes: object = {}) => ({
  projectId,
  id: 'f1',
  place: { kind: 'requirement' as const, id: 'r1' },
  file,
  name: 'plan.pdf',
  alias: '',
  description: '',
  ...changes,
})
const row = (changes: Partial<Attachment> = {}): Attachment => ({
  id: 'f1.7',
  projectId,
  packageId: 'p1',
  documentId: 'd1',
  requirementId: 'r1',
  vendorId: 7,
  file,
  name: 'plan.pdf',
  alias: '',
  description: '',
  createdByOrg: 7,
  createdBy: 3,
  createdByName: 'Vera',
  createdOn: 1,
  updatedOn: 1,
  ...changes,
})

test("[AT1] a file that a contact adds is its vendor's, and says who and when", async () => {
  const memory = await runCommand(open(), 'attachments.create', add())
  expect(memory.row('attachment', 'f1.7')).toMatchObject({
    vendorId: 7,
    packageId: 'p1',
    documentId: 'd1',
    requirementId: 'r1',
    file,
    createdBy: 3,
    createdByName: 'Vera',
    createdByOrg: 7,
    createdOn: 100,
  })
  await runCommand(memory, 'attachments.create', add())
  expect(memory.rows('attachment')).toHaveLength(1)
})

test('[AT1] a requestor adds a file for all sides, on a requirement, document or package', async () => {
  const memory = open({ actor: author })
  await runCommand(memory, 'attachments.create', add())
  await runCommand(
    memory,
    'attachments.create',
    add({ id: 'f2', place: { kind: 'document', id: 'd2' } }),
  )
  await runCommand(
    memory,
    'attachments.create',
    add({ id: 'f3', place: { kind: 'package', id: 'p2' } }),
  )
  expect(
    memory
      .rows('attachment')
      .map(({ id, vendorId, packageId, documentId, requirementId }) => [
        id,
        vendorId,
        packageId,
        documentId,
        requirementId,
      ]),
  ).toEqual([
    ['f1', null, 'p1', 'd1', 'r1'],
    ['f2', null, 'p2', 'd2', null],
    ['f3', null, 'p2', null, null],
  ])
})

test('[AT2] the server accepts only bytes that it holds for the person, with their size and type', async () => {
  await expect(runCommand(open({ files: {} }), 'attachments.create', add())).rejects.toThrow(
    refusal('FILE_MISSING'),
  )
  await expect(
    runCommand(
      open({ files: { [HASH]: { bytes: 11, kind: 'pdf' } } }),
      'attachments.create',
      add(),
    ),
  ).rejects.toThrow(refusal('FILE_MISSING'))
  await expect(
    runCommand(
      open({ files: { [HASH]: { bytes: 10, kind: 'zip' } } }),
      'attachments.create',
      add(),
    ),
  ).rejects.toThrow(refusal('FILE_UNLIKE_NAME'))
  expect(
    (await runCommand(open({ files: {}, isServer: false }), 'attachments.create', add())).rows(
      'attachment',
    ),
  ).toHaveLength(1)
})

test('[AT3] size, type, name and number are bounded', async () => {
  await expect(
    runCommand(
      open(),
      'attachments.create',
      add({ file: { ...file, bytes: FILE_LIMITS.bytes + 1 } }),
    ),
  ).rejects.toThrow(refusal('validation.size', 'name'))
  await expect(
    runCommand(open(), 'attachments.create', add({ name: 'plan.html' })),
  ).rejects.toThrow(refusal('validation.mimes', 'name'))
  await expect(
    runCommand(open(), 'attachments.create', add({ name: `${'x'.repeat(200)}.pdf` })),
  ).rejects.toThrow()
  const many = Array.from({ length: FILE_LIMITS.perPlace }, (_, i) => row({ id: `m${i}.7` }))
  await expect(
    runCommand(open({ rows: { attachment: many } }), 'attachments.create', add()),
  ).rejects.toThrow(refusal('FILES_FULL'))
  expect(
    (
      await runCommand(
        open({ rows: { attachment: many.map((one) => ({ ...one, vendorId: 8 })) } }),
        'attachments.create',
        add(),
      )
    ).row('attachment', 'f1.7'),
  ).toBeDefined()
})

test('[AT4] permission to add is checked before any lookup', async () => {
  await expect(
    runCommand(
      open({ actor: reviewer }),
      'attachments.create',
      add({ place: { kind: 'requirement', id: 'gone' } }),
    ),
  ).rejects.toThrow(refusal('NOT_ALLOWED'))
  await expect(runCommand(open({}, 'CLOSED'), 'attachments.create', add())).rejects.toThrow(
    refusal('PROJECT_READ_ONLY'),
  )
  await expect(
    runCommand(open({}), 'attachments.create', add({ place: { kind: 'requirement', id: 'gone' } })),
  ).rejects.toThrow(refusal('NOT_FOUND'))
  const restricted = buildVendorContact({ packageIds: ['p2'] })
  await expect(
    runCommand(open({ actor: restricted }), 'attachments.create', add()),
  ).rejects.toThrow(refusal('NOT_FOUND'))
  await expect(
    runCommand(open({ rows: { project: [] } }), 'attachments.create', add()),
  ).rejects.toThrow(refusal('NOT_FOUND'))
})

test("[AT5] a vendor's files stay as they are once the publishing is over, a colleague may change them before", async () => {
  const colleague = buildVendorContact({ userId: 4 })
  const memory = await runCommand(
    open({ actor: colleague, rows: { attachment: [row()] } }),
    'attachments.update',
    { projectId, id: 'f1.7', patch: { name: 'Plan B.pdf' } },
  )
  expect(memory.row('attachment', 'f1.7')?.name).toBe('Plan B.pdf')
  await runCommand(memory, 'attachments.remove', { projectId, id: 'f1.7' })
  expect(memory.rows('attachment')).toEqual([])
  for (const command of ['attachments.remove', 'attachments.update'] as const) {
    const args = {
      projectId,
      id: 'f1.7',
      ...(command === 'attachments.update' ? { patch: { alias: 'x' } } : {}),
    } as never
    await expect(
      runCommand(open({ rows: { attachment: [row()] } }, 'VALIDATION'), command, args),
    ).rejects.toThrow(refusal('STATE_FORBIDS'))
  }
})

test("[AT6] a requestors' file is changed by the person who added it, and by people who may write all content", async () => {
  const shared = { rows: { attachment: [row({ id: 'f1', vendorId: null, createdBy: 2 })] } }
  const remove = { projectId, id: 'f1' }
  expect(
    (await runCommand(open({ ...shared, actor: author }), 'attachments.remove', remove)).rows(
      'attachment',
    ),
  ).toEqual([])
  expect(
    (await runCommand(open({ ...shared, actor: buildOwner() }), 'attachments.remove', remove)).rows(
      'attachment',
    ),
  ).toEqual([])
  await expect(
    runCommand(
      open({ ...shared, actor: buildCollaborator('role-project-req-approver', { userId: 9 }) }),
      'attachments.remove',
      remove,
    ),
  ).rejects.toThrow(refusal('NOT_ALLOWED'))
  await expect(runCommand(open(shared), 'attachments.remove', remove)).rejects.toThrow(
    refusal('NOT_FOUND'),
  )
})

test('[AT7] a file that a requestor may not read yet is treated like a deleted one', async () => {
  const sealed = { actor: author, rows: { attachment: [row()] } }
  const memory = await runCommand(open(sealed), 'attachments.remove', { projectId, id: 'f1.7' })
  expect(memory.rows('attachment')).toHaveLength(1)
  await expect(
    runCommand(open(sealed), 'attachments.update', {
      projectId,
      id: 'f1.7',
      patch: { alias: 'x' },
    }),
  ).rejects.toThrow(refusal('ROW_DELETED'))
  await expect(
    runCommand(open(sealed, 'VALIDATION'), 'attachments.remove', { projectId, id: 'f1.7' }),
  ).rejects.toThrow(refusal('NOT_ALLOWED'))
})

test('[AT8] adding, renaming and removing can be undone', async () => {
  const device = await runCommand(open({ isServer: false }), 'attachments.create', add())
  await runInverse(device, MUTATIONS['attachments.create'].inverse?.(add(), device.base) ?? [])
  expect(device.rows('attachment')).toEqual([])
  const renaming = open({ isServer: false, rows: { attachment: [row({ alias: 'old' })] } })
  const update = { projectId, id: 'f1.7', patch: { name: 'other.pdf', alias: 'new' } }
  await runCommand(renaming, 'attachments.update', update)
  await runInverse(renaming, MUTATIONS['attachments.update'].inverse?.(update, renaming.base) ?? [])
  expect(renaming.row('attachment', 'f1.7')).toMatchObject({ name: 'plan.pdf', alias: 'old' })
  await runCommand(renaming, 'attachments.remove', { projectId, id: 'f1.7' })
  await runInverse(
    renaming,
    MUTATIONS['attachments.remove'].inverse?.({ projectId, id: 'f1.7' }, renaming.base) ?? [],
  )
  expect(renaming.row('attachment', 'f1.7')).toMatchObject({
    requirementId: 'r1',
    file,
    name: 'plan.pdf',
    alias: 'old',
  })
})

test('[AT9] a name keeps the type of the file', async () => {
  await expect(
    runCommand(open({ rows: { attachment: [row()] } }), 'attachments.update', {
      projectId,
      id: 'f1.7',
      patch: { name: 'plan.txt' },
    }),
  ).rejects.toThrow(refusal('FILE_UNLIKE_NAME', 'patch.name'))
  await expect(
    runCommand(open(), 'attachments.update', {
      projectId,
      id: 'f1.7',
      patch: { name: 'plan.pdf' },
    }),
  ).rejects.toThrow(refusal('ROW_DELETED'))
})

test('[AT10] files are deleted with their requirement, document or package', async () => {
  const rows = {
    attachment: [
      row({ id: 'a', vendorId: null }),
      row({ id: 'b', vendorId: null, requirementId: null }),
      row({ id: 'c', vendorId: null, requirementId: 'r2' }),
    ],
  }
  const memory = open({ actor: author, rows }, 'PREPARATION')
  await runCommand(memory, 'requirements.delete', { projectId, ids: ['r1'] })
  expect(memory.rows('attachment').map(({ id }) => id)).toEqual(['b', 'c'])
  await runCommand(memory, 'documents.delete', { projectId, id: 'd1' })
  expect(memory.rows('attachment')).toEqual([])
  const ofPackage = open(
    {
      actor: author,
      rows: {
        attachment: [row({ id: 'p', vendorId: null, documentId: null, requirementId: null })],
      },
    },
    'PREPARATION',
  )
  await runCommand(ofPackage, 'packages.delete', { projectId, id: 'p1' })
  expect(ofPackage.rows('attachment')).toEqual([])
})
