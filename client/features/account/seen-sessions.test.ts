import { expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import type { OwnSession } from '#schema/api/users-service/sessions.ts'
import { seenSessions } from './seen-sessions.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const buildSession = (over: Partial<OwnSession>): OwnSession => ({
  ...{ id: 's', isCurrent: false, createdOn: 1_000, seenOn: 2_000 },
  ...{ userAgent: '', address: '192.0.2.1' },
  ...over,
})

it('has device, address and times of each session', async () => {
  await startLocale('en')
  const table = seenSessions([
    buildSession({ isCurrent: true, userAgent: FIREFOX }),
    buildSession({ address: '2001:db8::1' }),
  ])
  expect(table.columns.map(({ header }) => header)).toEqual([
    ...['Device', 'This device', 'Address', 'Signed in', 'Last used'],
  ])
  expect(table.rows).toEqual([
    ['Firefox, Linux', true, '192.0.2.1', 1_000, 2_000],
    ['Unknown device', false, '2001:db8::1', 1_000, 2_000],
  ])
})
