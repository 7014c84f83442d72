import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTx, runCommand } from '../../tests/support/memory-tx.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildProject,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import type { Attachment } from '../entities/attachment.ts'
import type { CommitmentValues } from '../entities/commitment.ts'
import { canonicalContent } from '../rules/answers/commitments.ts'
import { answerFilesText } from '../rules/files/answer-files.ts'

const projectId = PROJECT_ID
const HASH = 'a'.repeat(64)
const named = { name: 'proof.pdf', bytes: 10, mime: 'application/pdf', contentHash: HASH }
const definition = buildDefinition({
  answer: [
    buildParameter({ id: 'note', key: 'note', name: 'Note' }),
    buildParameter({
      id: 'proof',
      key: 'proof',
      name: 'Proof',
      inputType: 'file',
      visibleWhen: {
        join: 'all',
        conditions: [{ parameterKey: 'note', op: 'notEquals', value: 'none' }],
      },
    }),
  ],
})
const attached = (changes: Partial<Attachment> = {}): Attachment => ({
  id: 'f1.7',
  projectId,
  packageId: 'p1',
  documentId: 'd1',
  requirementId: 'r1',
  vendorId: 7,
  file: { contentHash: HASH, bytes: 10, mime: 'application/pdf' },
  name: 'proof.pdf',
  alias: '',
  description: '',
  createdByOrg: 7,
  createdBy: 3,
  createdByName: 'Vera',
  createdOn: 1,
  updatedOn: 1,
  ...changes,
})

interface Given {
  files?: readonly Attachment[]
  values?: CommitmentValues
  isServer?: boolean
}
const open = ({ files = [], values = {}, isServer = true }: Given) =>
  buildTx({
    actor: buildVendorContact(),
    isServer,
    rows: buildRows({
      project: [buildProject({ state: 'PUBLISHED' })],
      requirement: [buildRequirement({ definition })],
      commitment: [buildCommitment({ values })],
      attachment: files,
    }),
  })
const submit = (given: Given) =>
  runCommand(open(given), 'commitments.submit', {
    projectId,
    vendorId: 7,
    items: [
      {
        requirementId: 'r1',
        contentHash: createHash('sha256')
          .update(canonicalContent(given.values ?? {}))
          .digest('hex'),
      },
    ],
  })
const withProof = { proof: answerFilesText([named]) }

test.each([
  ['is not attached', []],
  ['belongs to another vendor', [attached({ id: 'f1.8', vendorId: 8 })]],
  ['belongs to the requestor', [attached({ id: 'f1', vendorId: null })]],
  ['belongs to another requirement', [attached({ requirementId: 'r2' })]],
  [
    'is larger than the answer says',
    [attached({ file: { contentHash: HASH, bytes: 99, mime: 'application/pdf' } })],
  ],
  [
    'has another type than the answer says',
    [attached({ file: { contentHash: HASH, bytes: 10, mime: 'image/png' } })],
  ],
])('[FF4] a file that %s cannot be submitted, on a device and on the server', async (_, files) => {
  for (const isServer of [true, false])
    await expect(submit({ files, values: withProof, isServer })).rejects.toMatchObject({
      code: 'SUBMIT_FILE',
      field: 'items.0.proof',
      detail: { file: 'proof.pdf' },
    })
})

test('[FF4] each file that an answer names must be attached, not only the first', async () => {
  const second = { ...named, name: 'second.pdf', contentHash: 'b'.repeat(64) }
  const values = { proof: answerFilesText([named, second]) }
  const first = attached()
  await expect(submit({ files: [first], values })).rejects.toMatchObject({
    code: 'SUBMIT_FILE',
    detail: { file: 'second.pdf' },
  })
  const other = attached({ id: 'f2.7', file: { ...first.file, contentHash: second.contentHash } })
  const both = [first, other]
  expect((await submit({ files: both, values })).row('commitment', 'r1.7')?.submitted).toBe(true)
})

test('[FF4] an answer whose files are attached is submitted, under whatever name they are shown', async () => {
  const files = [attached({ name: 'renamed.pdf' })]
  expect((await submit({ files, values: withProof })).row('commitment', 'r1.7')?.submitted).toBe(
    true,
  )
})

test('[FF4] a field that is not asked needs no file', async () => {
  const values = { ...withProof, note: 'none' }
  expect((await submit({ values })).row('commitment', 'r1.7')?.submitted).toBe(true)
})

test('[FF1] text in place of files is refused when it is written', async () => {
  await expect(
    runCommand(open({}), 'commitments.update', {
      projectId,
      vendorId: 7,
      requirementId: 'r1',
      values: { proof: 'see the appendix' },
    }),
  ).rejects.toMatchObject({ code: 'INPUT_INVALID', field: 'values.proof' })
})

test('[FF5] a file that the answer needs stays, until the answer names it no more', async () => {
  const remove = { projectId, id: 'f1.7' }
  const files = [attached()]
  await expect(
    runCommand(open({ files, values: withProof }), 'attachments.remove', remove),
  ).rejects.toMatchObject({ code: 'FILE_USED', detail: { field: 'Proof' } })
  const twin = attached({ id: 'f2.7' })
  for (const given of [{ files }, { files: [...files, twin], values: withProof }])
    expect(
      (await runCommand(open(given), 'attachments.remove', remove)).row('attachment', 'f1.7'),
    ).toBeUndefined()
})
