import { afterEach, beforeEach, expect, it } from 'vitest'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { consentHandlers as consents } from './consents.ts'

let rows: EmptyDatabase
let [city, village, alpha, vera, viktor] = [0, 0, 0, 0, 0]
/** Alpha is a vendor of Village; City asks its own vendors for something else. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const asking = (name: string, version: number) =>
    rows.organization(name, {
      documentation_title: `Terms of ${name}`,
      documentation_text: 'Text',
      documentation_version: version,
    })
  city = await asking('City', 1)
  village = await asking('Village', 3)
  alpha = await rows.organization('Alpha', { parent_id: village })
  vera = await rows.person('vera', { active_organization_id: alpha })
  viktor = await rows.person('viktor', { active_organization_id: alpha })
  await rows.member(alpha, vera, {
    is_primary_contact: 1,
    roles: '["role-vendor-primary-contact"]',
  })
  await rows.member(alpha, viktor)
})
afterEach(() => rows.close())

const accept = async (organizationId: number, version: number, userId = vera) => {
  const context = await signedIn(rows.database, userId)
  const body = { organizationId, version }
  const outcome = await outcomeOf(consents.accept({ ...NO_INPUT, body }, context))
  return [outcome, context.told.forgotten]
}
const listed = async () =>
  (await consents.list(NO_INPUT, await signedIn(rows.database, viktor))).map((one) => [
    ...[one.organizationId, one.title, one.version],
    ...[one.acceptedVersion, one.acceptedOn, one.acceptedBy],
  ])

it('a vendor accepts what its own organization asks for, once for all of its people', async () => {
  expect(await listed()).toEqual([[village, 'Terms of Village', 3, null, null, null]])
  expect(await accept(village, 3)).toEqual(['done', [vera, viktor]])
  expect(await listed()).toEqual([[village, 'Terms of Village', 3, 3, NOW, 'vera Person']])
  const stored = await rows.database.queries.selectFrom('consents').selectAll().execute()
  expect(stored).toEqual([{ vendor_id: alpha, version: 3, user_id: vera, accepted_on: NOW }])
})

it('a vendor accepts neither another version nor what another organization asks for', async () => {
  for (const version of [1, 2, 4]) expect(await accept(village, version)).toEqual(['CONFLICT', []])
  expect(await accept(city, 1)).toEqual(['NOT_FOUND', []])
  expect(await accept(city + 999, 3)).toEqual(['NOT_FOUND', []])
  expect(await accept(village, 3, viktor)).toEqual(['NOT_ALLOWED', []])
  expect(await listed()).toEqual([[village, 'Terms of Village', 3, null, null, null]])
})
