import { afterEach, beforeEach, expect, it } from 'vitest'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { undeliveredHandlers as handlers } from './undelivered.ts'

const NOTICE = {
  ...{ event_id: 'e1', project_id: 'p', notification_id: 'n1', kind: 'message.team' },
  ...{ created_on: 1, due_on: 1, tries: 9 },
}
let town: Town
let [admin, anna, vera, villager] = [0, 0, 0, 0]
/** A mail to Anna and one to Vera were given up. */
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, village } = town
  admin = await town.person('admin', city, 'role-org-admin')
  anna = await town.person('anna', city, 'role-org-power-user')
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  villager = await town.person('villager', village, 'role-org-owner')
  await givenUp('to-anna', anna)
  await givenUp('to-vera', vera)
})
afterEach(() => town.rows.close())

const givenUp = (id: string, user_id: number) =>
  town.rows.database.queries
    .insertInto('mails')
    .values({
      ...{ id, user_id, to_address: `${id}@x.example`, subject: 'Subject', body: '' },
      ...{ notices: JSON.stringify([{ ...NOTICE, user_id }]), created_on: NOW, tries: 5 },
      ...{ next_try_on: NOW, sent_on: null, failed_on: NOW, reason: 'unknown address' },
    })
    .execute()
const retry = async (by: number, mailId: string, id = town.city) =>
  await handlers.retry({ ...NO_INPUT, params: { id, mailId } }, await town.calls.by(by))

it('[ML18] an administrator lets the notifications of one mail wait again, due now', async () => {
  const changes = await watchRows(town.rows.database)
  await retry(admin, 'to-vera')
  const { queries } = town.rows.database
  expect(await queries.selectFrom('mails').select('id').execute()).toEqual([{ id: 'to-anna' }])
  expect(await queries.selectFrom('waiting_notices').selectAll().execute()).toMatchObject([
    { user_id: vera, event_id: 'e1', due_on: NOW, tries: 0 },
  ])
  expect((await changes()).map((line) => line.split(' ')[0])).toEqual(['mails', 'waiting_notices'])
  expect(town.calls.told).toEqual(['mails'])
  expect(await outcomeOf(retry(admin, 'to-vera'))).toBe('NOT_FOUND')
})

it('[ML18] a mail is sent again by people who may edit the organization, and by no others', async () => {
  const changes = await watchRows(town.rows.database)
  const { alpha, village } = town
  for (const [by, id, outcome] of [
    [anna, town.city, 'NOT_ALLOWED'],
    [vera, town.city, 'NOT_ALLOWED'],
    [vera, alpha, 'NOT_ALLOWED'],
    [admin, alpha, 'NOT_ALLOWED'],
    [villager, town.city, 'NOT_FOUND'],
    [villager, village, 'NOT_FOUND'],
    [admin, 999, 'NOT_FOUND'],
  ] as const)
    expect(await outcomeOf(retry(by, 'to-anna', id)), `${by} at ${id}`).toBe(outcome)
  expect([await changes(), town.calls.told]).toEqual([[], []])
})
