import { expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import type { PendingMember } from '#schema/api/users-service/members.ts'
import { seenPending } from './seen-pending.ts'

const buildPending = (over: Partial<PendingMember>): PendingMember => ({
  ...{ id: 'p', email: 'eva@example.com', roleIds: [], isPrimaryContact: false },
  ...{ invitedBy: 'Owner', sentOn: 1_000, expiresOn: Date.UTC(2026, 10, 27, 12) },
  ...{ canSendAgain: true },
  ...over,
})
const ROLES: Readonly<Record<string, string>> = { author: 'Author', approver: 'Approver' }

it('has address, roles by name and times of each invitation', async () => {
  await startLocale('en')
  const pending = [
    buildPending({ roleIds: ['author', 'approver'] }),
    buildPending({ email: 'jan@example.com' }),
  ]
  const table = seenPending(pending, (id) => ROLES[id] ?? id)
  expect(table.columns.map(({ header }) => header)).toEqual([
    ...['Email', 'Roles', 'Invited by', 'Sent', 'Until'],
  ])
  expect(table.rows).toEqual([
    ['eva@example.com', 'Author, Approver', 'Owner', 1_000, '2026-11-27'],
    ['jan@example.com', '', 'Owner', 1_000, '2026-11-27'],
  ])
})
