import { afterEach, beforeEach, expect, it } from 'vitest'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { settleShownName } from './shown-name.ts'

let rows: EmptyDatabase
let [city, village, alpha] = [0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
})
afterEach(() => rows.close())

const join = async (place: number, username: string, firstname: string, lastname: string) => {
  const id = await rows.person(username, { firstname, lastname })
  await rows.member(place, id)
  return id
}
const settled = async (id: number): Promise<string> => {
  const { queries } = rows.database
  await settleShownName(queries, id)
  return (
    await queries.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  ).name
}

it('is the full name, with the username where a colleague or vendor has one that looks the same', async () => {
  const anna = await join(city, 'anna', 'Anna', 'Nová')
  await join(village, 'other-anna', 'Anna', 'Nová')
  expect(await settled(anna)).toBe('Anna Nová')
  const contact = await join(alpha, 'contact', '\u0410nna', 'Nová')
  expect([await settled(contact), await settled(anna)]).toEqual([
    '\u0410nna Nová (contact)',
    'Anna Nová (anna)',
  ])
})

it('has the username where the name could imitate one', async () => {
  const anna = await join(city, 'anna', 'Boris', 'Nový (boris)')
  expect(await settled(anna)).toBe('Boris Nový (boris) (anna)')
})

it('is as long as the name of a person may be, and keeps the username', async () => {
  const [first, last] = ['A'.repeat(100), `(${'B'.repeat(99)}`]
  const short = await join(city, 'anna', first, last)
  expect(await settled(short)).toBe(`${`${first} ${last}`.slice(0, 193)} (anna)`)
  const username = 'u'.repeat(FIELD_LIMITS.username)
  const long = await join(city, username, first, last)
  expect(await settled(long)).toBe(`A (${username.slice(0, 196)})`)
  const plain = await join(village, 'plain', first, 'B'.repeat(100))
  expect(await settled(plain)).toBe(`${first} ${'B'.repeat(99)}`)
})
