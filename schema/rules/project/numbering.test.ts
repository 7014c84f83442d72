import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../tests/support/memory-tx.ts'
import { openRows } from '../../../tests/support/owned-rows.ts'
import {
  buildDefinition,
  buildRequirement,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { REQUIREMENT_STATUSES } from '../../entities/structure.ts'
import { fullIdOf, isPrefix, requirementLabel, STATUS, suggestPrefix } from './numbering.ts'

test('[NR1] a requirement is NEW where it was made, OLD in a new version, CHANGED by its first update there', () => {
  expect(STATUS.created).toBe('NEW')
  expect(STATUS.inNewVersion).toBe('OLD')
  expect(REQUIREMENT_STATUSES.map((status) => [status, STATUS.updated[status]])).toEqual([
    ['NEW', 'NEW'],
    ['OLD', 'CHANGED'],
    ['CHANGED', 'CHANGED'],
  ])
})

test('[NR2] a full id is the prefix and a number of at least four digits; a device has none to give', () => {
  expect([
    fullIdOf('FUN', 1),
    fullIdOf('FUN', 9_999),
    fullIdOf('FUN', 10_000),
    fullIdOf('FUN', null),
  ]).toEqual(['FUN-0001', 'FUN-9999', 'FUN-10000', null])
})

describe('what the commands write', () => {
  const commands = async (isServer: boolean) => {
    const memory = openRows({ requirement: [buildRequirement({ status: 'OLD' })] }, { isServer })
    const created = { projectId: PROJECT_ID, id: 'x', sectionId: 's1', after: 'r1' }
    await runCommand(memory, 'requirements.create', {
      ...{ ...created, name: 'Filters', definition: buildDefinition() },
    })
    const statuses = () => ['r1', 'x'].map((id) => memory.row('requirement', id)?.status)
    const before = statuses()
    for (const id of ['r1', 'x'])
      await runCommand(memory, 'requirements.update', {
        ...{ projectId: PROJECT_ID, id, patch: { name: `Other ${id}` } },
      })
    return { before, after: statuses(), fullId: memory.row('requirement', 'x')?.fullId }
  }

  test('[NR1] a creation is NEW and stays so; the first update of an OLD one makes it CHANGED', async () => {
    for (const isServer of [true, false])
      expect(await commands(isServer)).toMatchObject({
        before: ['OLD', 'NEW'],
        after: ['CHANGED', 'NEW'],
      })
  })

  test('[NR2] a device assigns no number, the server does', async () => {
    expect((await commands(false)).fullId).toBeNull()
    expect((await commands(true)).fullId).toMatch(/^FUN-\d{4}$/)
  })
})

test('[NR5] until it is numbered a requirement shows a label of its own', () => {
  expect(requirementLabel({ id: '0190-abcd', fullId: null }, 'FUN')).toBe('FUN-…abcd')
  expect(requirementLabel({ id: '0190-abcd', fullId: 'FUN-0001' }, 'FUN')).toBe('FUN-0001')
})

test('[NR6] a prefix is 1 to 12 capital letters, digits or dashes, and no dash in front', () => {
  expect(['SEC-1', 'A', '1', 'ABCDEFGHIJKL'].map(isPrefix)).toEqual([true, true, true, true])
  expect(['', '-SEC', 'sec', 'ABCDEFGHIJKLM', 'A B', 'Á'].map(isPrefix)).toEqual(
    Array(6).fill(false),
  )
})

test('[NR7] a prefix is suggested from the name and never one that is taken', () => {
  expect(suggestPrefix('Security requirements', [])).toBe('SEC')
  expect(suggestPrefix('Security requirements', ['SEC', 'SEC2'])).toBe('SEC3')
  expect(suggestPrefix('Úložisko dát', [])).toBe('ULO')
  expect(suggestPrefix('…', [])).toBe('')
})
