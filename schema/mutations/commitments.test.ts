import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCommitment,
  buildDefinition,
  buildOwner,
  buildProject,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { Commitment } from '../entities/commitment.ts'
import { canonicalContent } from '../rules/answers/commitments.ts'
import { leftReason } from '../rules/answers/left-rows.ts'
import { type CommandArgs, MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const vendorId = 7
const deadlineAt = 2_000_000
const open = (commitments: Commitment[] = [], more: Partial<Parameters<typeof buildTx>[0]> = {}) =>
  buildTx({
    rows: buildRows({
      project: [buildProject({ state: 'PUBLISHED', deadlineAt })],
      commitment: commitments,
    }),
    actor: buildVendorContact(),
    ...more,
  })
const answer = (values: Commitment['values'], requirementId = 'r1') => ({
  projectId,
  requirementId,
  vendorId,
  values,
})
const hashOf = (values: Commitment['values']): string =>
  createHash('sha256').update(canonicalContent(values)).digest('hex')
const submitted = (values: Commitment['values'], changes: Partial<Commitment> = {}) =>
  buildCommitment({
    values,
    submitted: true,
    receipt: { submittedOn: 5, by: 'Vera', contentHash: hashOf(values) },
    ...changes,
  })

describe('answering', () => {
  test('[CO1] the first value creates the answer, later values are merged into it, and null clears a field', async () => {
    const memory = await runCommand(open(), 'commitments.update', answer({ met: 50 }))
    expect(memory.row('commitment', 'r1.7')).toEqual(buildCommitment({ values: { met: 50 } }))
    await runCommand(memory, 'commitments.update', answer({ note: 'soon', 'met.release': 0 }))
    await runCommand(memory, 'commitments.update', answer({ met: null }))
    expect(memory.row('commitment', 'r1.7')?.values).toEqual({ note: 'soon', 'met.release': 0 })
    expect((await runCommand(open(), 'commitments.update', answer({ met: null }))).puts).toEqual([])
  })

  test('[CO2] a field that the requirement does not have is refused by key', async () => {
    await expect(runCommand(open(), 'commitments.update', answer({ other: 1 }))).rejects.toEqual(
      refusal('INPUT_INVALID', 'values.other'),
    )
    await expect(
      runCommand(open(), 'commitments.update', answer({ 'note.release': 1 })),
    ).rejects.toEqual(refusal('INPUT_INVALID', 'values.note.release'))
  })

  test('[CO3] a value of the wrong type is refused; a value out of range is kept as a draft', async () => {
    await expect(runCommand(open(), 'commitments.update', answer({ met: 'much' }))).rejects.toEqual(
      refusal('INPUT_INVALID', 'values.met'),
    )
    await expect(
      runCommand(open(), 'commitments.update', answer({ 'met.release': 0.5 })),
    ).rejects.toEqual(refusal('INPUT_INVALID', 'values.met.release'))
    expect(
      (await runCommand(open(), 'commitments.update', answer({ met: 400 }))).row(
        'commitment',
        'r1.7',
      )?.values,
    ).toEqual({ met: 400 })
  })

  test('[CO4] an edited answer is no longer submitted and keeps its last receipt; the same value again changes nothing', async () => {
    const memory = open([submitted({ met: 50, 'met.release': 0 })])
    await runCommand(memory, 'commitments.update', answer({ met: 50 }))
    expect(memory.row('commitment', 'r1.7')?.submitted).toBe(true)
    await runCommand(memory, 'commitments.update', answer({ met: 60 }))
    expect(memory.row('commitment', 'r1.7')).toMatchObject({
      submitted: false,
      receipt: { submittedOn: 5 },
      values: { met: 60 },
    })
  })

  test('[SB20] a submit on a device gives no receipt, whatever its clock says; the same one on the server does', async () => {
    const values = { met: 50, 'met.release': 0 }
    const args = {
      projectId,
      vendorId,
      items: [{ requirementId: 'r1', contentHash: hashOf(values) }],
    }
    const device = open([buildCommitment({ values })], { isServer: false })
    await runCommand(device, 'commitments.submit', args)
    expect(device.row('commitment', 'r1.7')).toMatchObject({
      submitted: true,
      isWaiting: true,
      receipt: null,
    })
    const puts = device.puts.length
    await runCommand(device, 'commitments.submit', args)
    expect(device.puts).toHaveLength(puts)
    const server = await runCommand(open([buildCommitment({ values })]), 'commitments.submit', args)
    expect(server.row('commitment', 'r1.7')).toMatchObject({
      submitted: true,
      receipt: { contentHash: hashOf(values) },
    })
    expect(server.row('commitment', 'r1.7')).not.toHaveProperty('isWaiting')
  })

  test('[CO5] different fields of two colleagues merge; the same field conflicts and keeps its value', async () => {
    const memory = open([buildCommitment({ values: { met: 80, note: 'theirs' } })], {
      base: { 'commitment/r1.7#values.met': 80, 'commitment/r1.7#values.note': 'before' },
    })
    await runCommand(memory, 'commitments.update', answer({ met: 90, note: 'mine' }))
    expect(memory.row('commitment', 'r1.7')?.values).toEqual({ met: 90, note: 'theirs' })
    expect(memory.conflicts).toMatchObject([
      { field: 'values.note', base: 'before', mine: 'mine', theirs: 'theirs' },
    ])
  })

  test('[CO6] a person cannot answer for another vendor, outside the granted packages, or as a requestor', async () => {
    await expect(
      runCommand(open(), 'commitments.update', { ...answer({ met: 1 }), vendorId: 8 }),
    ).rejects.toEqual(refusal('NOT_ALLOWED'))
    const restricted = open([], { actor: buildVendorContact({ packageIds: ['p2'] }) })
    await expect(runCommand(restricted, 'commitments.update', answer({ met: 1 }))).rejects.toEqual(
      refusal('NOT_ALLOWED'),
    )
    await runCommand(restricted, 'commitments.update', answer({ met: 1 }, 'r3'))
    await expect(
      runCommand(open([], { actor: buildOwner() }), 'commitments.update', answer({ met: 1 })),
    ).rejects.toEqual(refusal('NOT_ALLOWED'))
  })

  test("[CO7] the deadline is the server's: the last millisecond counts, the next is too late", async () => {
    await runCommand(open([], { now: deadlineAt - 1 }), 'commitments.update', answer({ met: 1 }))
    await expect(
      runCommand(open([], { now: deadlineAt }), 'commitments.update', answer({ met: 1 })),
    ).rejects.toEqual(refusal('DEADLINE_PASSED'))
    await expect(
      runCommand(open([], { now: deadlineAt }), 'commitments.submit', {
        projectId,
        vendorId,
        items: [{ requirementId: 'r1', contentHash: hashOf({}) }],
      }),
    ).rejects.toEqual(refusal('DEADLINE_PASSED'))
  })

  test('[CO8] an answer to a deleted requirement is refused as deleted', async () => {
    await expect(
      runCommand(open(), 'commitments.update', answer({ met: 1 }, 'gone')),
    ).rejects.toEqual(refusal('ROW_DELETED'))
  })

  test('[CO9] a pasted block writes many answers, all or none, and one undo reverts it', async () => {
    const items: CommandArgs['commitments.updateBulk']['items'] = [
      { requirementId: 'r1', values: { met: 1 } },
      { requirementId: 'r3', values: { note: 'x' } },
    ]
    const memory = open([buildCommitment({ values: { met: 7 } })], { isServer: false })
    await runCommand(memory, 'commitments.updateBulk', { projectId, vendorId, items })
    expect(memory.rows('commitment').map(({ values }) => values)).toEqual([
      { met: 1 },
      { note: 'x' },
    ])
    await runInverse(
      memory,
      MUTATIONS['commitments.updateBulk'].inverse?.({ projectId, vendorId, items }, memory.base) ??
        [],
    )
    expect(memory.rows('commitment').map(({ values }) => values)).toEqual([{ met: 7 }, {}])
    expect(
      MUTATIONS['commitments.updateBulk'].inverse?.({ projectId, vendorId, items }, {}),
    ).toEqual([])
  })

  test('[CO10] unsent values of one answer become one edit; undo restores the former values', async () => {
    const merge = MUTATIONS['commitments.update'].coalesce
    expect(merge?.(answer({ met: 1, note: 'a' }), answer({ note: 'b' }))).toEqual(
      answer({ met: 1, note: 'b' }),
    )
    expect(merge?.(answer({ met: 1 }), answer({ met: 2 }, 'r2'))).toBeNull()
    const memory = open([buildCommitment({ values: { met: 7 } })], { isServer: false })
    await runCommand(memory, 'commitments.update', answer({ met: 8, note: 'x' }))
    expect(
      MUTATIONS['commitments.update'].inverse?.(answer({ met: 8, note: 'x' }), memory.base),
    ).toEqual([{ command: 'commitments.update', args: answer({ met: 7, note: null }) }])
    expect(MUTATIONS['commitments.update'].inverse?.(answer({}), {})).toEqual([])
  })
})

describe('submitting', () => {
  const valid = { met: 100, 'met.release': -2 }
  const submit = (values: Commitment['values'], requirementId = 'r1') => ({
    projectId,
    vendorId,
    items: [{ requirementId, contentHash: hashOf(values) }],
  })

  test('[SB1] a valid answer is submitted with a receipt: server time, person and hash of the content', async () => {
    const memory = await runCommand(
      open([buildCommitment({ values: valid })], { now: 99 }),
      'commitments.submit',
      submit(valid),
    )
    expect(memory.row('commitment', 'r1.7')).toMatchObject({
      submitted: true,
      receipt: { submittedOn: 99, by: 'Vera', contentHash: hashOf(valid) },
    })
  })

  test('[SB2] content other than what the person saw is refused', async () => {
    await expect(
      runCommand(
        open([buildCommitment({ values: { ...valid, note: 'new' } })]),
        'commitments.submit',
        submit(valid),
      ),
    ).rejects.toEqual(refusal('CONTENT_CHANGED', 'items.0'))
  })

  const wrong = { met: 0, 'met.release': -2 }
  test('[SB3] an invalid answer is refused with the problem', async () => {
    await expect(
      runCommand(
        open([buildCommitment({ requirementId: 'r2', values: wrong })]),
        'commitments.submit',
        submit(wrong, 'r2'),
      ),
    ).rejects.toEqual(
      expect.objectContaining({
        code: 'SUBMIT_INVALID',
        field: 'items.0.met.release',
        detail: { requirementId: 'r2', fullId: 'FUN-0002', problem: 'Value must be more than 0' },
      }),
    )
  })

  const many = (items: [requirementId: string, seen: Commitment['values']][]) => ({
    projectId,
    vendorId,
    items: items.map(
      ([id, seen]) => submit(seen, id).items[0] ?? { requirementId: id, contentHash: '' },
    ),
  })
  test('[SB9] if some of many answers changed, are invalid or are deleted, they stay unchanged with their reasons, and the others are submitted', async () => {
    const changed = { ...valid, note: 'by a colleague' }
    const memory = open([
      buildCommitment({ values: changed }),
      buildCommitment({ requirementId: 'r2', values: wrong }),
      buildCommitment({ requirementId: 'r3', values: valid }),
    ])
    await runCommand(
      memory,
      'commitments.submit',
      many([
        ['r1', valid],
        ['r2', wrong],
        ['gone', valid],
        ['r3', valid],
      ]),
    )
    expect(memory.puts.map(({ row }) => row)).toMatchObject([
      { requirementId: 'r3', submitted: true },
    ])
    expect(memory.row('commitment', 'r1.7')).toEqual(buildCommitment({ values: changed }))
    expect(memory.conflicts.map((conflict) => [conflict.id, leftReason(conflict)])).toEqual([
      ['r1.7', { reason: 'CONTENT_CHANGED', detail: { requirementId: 'r1', fullId: 'FUN-0001' } }],
      [
        'r2.7',
        {
          reason: 'SUBMIT_INVALID',
          detail: { requirementId: 'r2', fullId: 'FUN-0002', problem: 'Value must be more than 0' },
        },
      ],
      ['gone.7', { reason: 'ROW_DELETED', detail: { entity: 'requirement', id: 'gone' } }],
    ])
  })

  test('[SB10] if none of many answers can be submitted, the command is refused with the first reason', async () => {
    const memory = open([
      buildCommitment({ values: wrong }),
      buildCommitment({ requirementId: 'r2', values: wrong }),
    ])
    await expect(
      runCommand(
        memory,
        'commitments.submit',
        many([
          ['r2', valid],
          ['r1', wrong],
        ]),
      ),
    ).rejects.toEqual(refusal('CONTENT_CHANGED', 'items.0'))
    expect([memory.puts, memory.conflicts]).toEqual([[], []])
  })

  test('[SB4] the same content submitted again keeps its receipt', async () => {
    const memory = await runCommand(open([submitted(valid)]), 'commitments.submit', submit(valid))
    expect(memory.puts).toEqual([])
  })

  test('[SB5] an answer without required fields can be submitted empty', async () => {
    expect(
      (await runCommand(open(), 'commitments.submit', submit({}))).row('commitment', 'r1.7'),
    ).toMatchObject({ submitted: true, values: {} })
  })

  test('[SB6] 500 answers are submitted with the releases listed once', async () => {
    const memory = open([
      buildCommitment({ values: valid }),
      buildCommitment({ requirementId: 'r2', values: valid }),
    ])
    await runCommand(memory, 'commitments.submit', {
      projectId,
      vendorId,
      items: [...submit(valid).items, ...submit(valid, 'r2').items],
    })
    expect(memory.lists).toHaveLength(1)
    const items = Array.from({ length: 501 }, () => ({
      requirementId: 'r1',
      contentHash: hashOf({}),
    }))
    await expect(
      runCommand(open(), 'commitments.submit', { projectId, vendorId, items }),
    ).rejects.toThrow()
  })

  test('[SB8] a requirement without fields cannot be submitted, so that it hides no unanswered requirement', async () => {
    const requirement = [buildRequirement({ definition: buildDefinition({ answer: [] }) })]
    const memory = buildTx({
      rows: buildRows({ project: [buildProject({ state: 'PUBLISHED', deadlineAt })], requirement }),
      actor: buildVendorContact(),
    })
    await expect(runCommand(memory, 'commitments.submit', submit({}))).rejects.toEqual(
      refusal('INPUT_INVALID', 'items.0'),
    )
    expect(memory.puts).toEqual([])
  })

  test('[SB7] a person cannot submit for another vendor', async () => {
    await expect(
      runCommand(open(), 'commitments.submit', { ...submit({}), vendorId: 8 }),
    ).rejects.toEqual(refusal('NOT_ALLOWED'))
  })
})
