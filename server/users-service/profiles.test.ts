import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_INPUT, outcomeOf, rightPassword } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { profileHandlers as profiles } from './profiles.ts'

/** One pixel, and another. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const OTHER =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
let town: Town
let [anna, boris, vera, wendy, villager] = [0, 0, 0, 0, 0]
let changes: () => Promise<string[]>
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, beta, village } = town
  anna = await town.person('anna', city)
  boris = await town.person('boris', city)
  vera = await town.person('vera', alpha, 'role-vendor-contact')
  wendy = await town.person('wendy', beta, 'role-vendor-contact')
  villager = await town.person('villager', village)
  changes = await watchRows(town.rows.database)
})
afterEach(() => town.rows.close())
const by = (userId: number) => town.calls.by(userId)
const own = async (userId: number) => await profiles.own(NO_INPUT, await by(userId))
const SAID = {
  ...{ firstname: 'Ann', lastname: 'Zet', about: 'Buys', homepage: 'https://a.example' },
  ...{ company: 'City', location: 'Here', phone: '1', isPublic: true },
}
const update = async (userId: number, updatedOn: number, more: object = {}) =>
  await profiles.update({ ...NO_INPUT, body: { ...SAID, updatedOn, ...more } }, await by(userId))
const get = async (userId: number, id: string) =>
  await profiles.get({ ...NO_INPUT, params: { id } }, await by(userId))
const setAvatar = async (userId: number, picture: string | null) =>
  (await profiles.setAvatar({ ...NO_INPUT, body: { picture } }, await by(userId))).avatar

describe('a profile', () => {
  it('is empty and hidden until its person fills it in', async () => {
    expect(await own(anna)).toEqual({
      ...{ userId: anna, username: 'anna', email: 'anna@city.example', updatedOn: NOW },
      ...{ firstname: 'anna', lastname: 'Person', about: '', homepage: '', company: '' },
      ...{ location: '', phone: '', avatar: null, isPublic: false },
    })
  })

  it('changes by its newest version, and no other person’s', async () => {
    expect(await outcomeOf(update(anna, NOW - 1))).toBe('requirement.stale')
    expect(await outcomeOf(update(anna, NOW + 1))).toBe('requirement.stale')
    expect(await changes()).toEqual([])
    // Two changes in one millisecond have two versions.
    const changed = await update(anna, NOW)
    expect(changed).toEqual({
      ...{ userId: anna, username: 'anna', email: 'anna@city.example', avatar: null, ...SAID },
      updatedOn: NOW + 1,
    })
    expect(await own(anna)).toEqual(changed)
    expect(await outcomeOf(update(anna, NOW))).toBe('requirement.stale')
    town.calls.now += 50
    const hidden = await update(anna, NOW + 1, { isPublic: false, about: '' })
    expect(hidden).toMatchObject({ isPublic: false, about: '', updatedOn: NOW + 50 })
    const lines = (await changes()).map((line) => line.split(' ').slice(0, 3).join(' '))
    expect(lines).toEqual(['profiles anna +', 'users anna ~'])
  })

  it('needs a name of letters', async () => {
    expect(await outcomeOf(update(anna, NOW, { firstname: '' }))).not.toBe('done')
    expect(await outcomeOf(update(anna, NOW, { lastname: 'a\u0000' }))).not.toBe('done')
    expect(await own(anna)).toMatchObject({ firstname: 'anna', updatedOn: NOW })
  })

  it('that is public is read within the organization, its vendors and its parent', async () => {
    await update(anna, NOW)
    const { updatedOn: _version, ...shown } = await own(anna)
    for (const reader of [anna, boris, vera]) expect(await get(reader, String(anna))).toEqual(shown)
    expect(await get(boris, 'anna')).toEqual(shown)
    expect(await outcomeOf(get(villager, String(anna)))).toBe('NOT_FOUND')
    expect(await outcomeOf(get(villager, 'anna'))).toBe('NOT_FOUND')
    await update(vera, NOW)
    expect(await get(anna, 'vera')).toMatchObject({ userId: vera })
    // A vendor learns of no other vendor.
    expect(await outcomeOf(get(wendy, 'vera'))).toBe('NOT_FOUND')
    expect(await outcomeOf(get(wendy, 'nothing'))).toBe('NOT_FOUND')
    expect(await outcomeOf(get(wendy, '99999'))).toBe('NOT_FOUND')
  })

  it('that is public is read by colleagues from one of its person’s organizations', async () => {
    await town.rows.member(town.city, villager)
    await update(villager, NOW)
    expect(await get(boris, 'villager')).toMatchObject({ userId: villager })
    expect(await outcomeOf(get(vera, 'villager'))).toBe('done')
  })

  it('of a person without an organization is read by no other', async () => {
    await update(anna, NOW)
    const { queries } = town.rows.database
    await queries.deleteFrom('organization_members').where('user_id', '=', anna).execute()
    expect(await outcomeOf(get(boris, 'anna'))).toBe('NOT_FOUND')
  })

  it('that is not public is read by its person alone', async () => {
    await update(anna, NOW, { isPublic: false })
    expect(await outcomeOf(get(boris, 'anna'))).toBe('NOT_FOUND')
    expect(await get(anna, 'anna')).toMatchObject({ about: 'Buys', isPublic: false })
  })
})

describe('a picture', () => {
  const avatars = async () =>
    (await town.rows.database.queries.selectFrom('avatars').select('sha256').execute()).map(
      ({ sha256 }) => sha256,
    )
  it('is kept once, and deleted with the last profile that shows it', async () => {
    const one = await setAvatar(anna, PIXEL)
    expect(one).toMatch(/^[0-9a-f]{64}$/)
    expect([await setAvatar(boris, PIXEL), await avatars()]).toEqual([one, [one]])
    const two = await setAvatar(anna, OTHER)
    expect((await avatars()).toSorted()).toEqual([one, two].toSorted())
    expect((await own(anna)).avatar).toBe(two)
    expect(await setAvatar(boris, null)).toBeNull()
    expect([await avatars(), (await own(boris)).avatar]).toEqual([[two], null])
  })

  it('leaves the texts of the profile, and they leave it', async () => {
    const picture = await setAvatar(anna, PIXEL)
    const changed = await update(anna, (await own(anna)).updatedOn)
    expect(changed).toMatchObject({ avatar: picture, about: 'Buys' })
    town.calls.now += 9
    const other = await setAvatar(anna, OTHER)
    expect(await own(anna)).toMatchObject({ avatar: other, about: 'Buys', updatedOn: NOW + 9 })
    expect((await own(boris)).avatar).toBeNull()
  })

  it('that is none is refused', async () => {
    const text = Buffer.from('no picture').toString('base64')
    expect(await outcomeOf(setAvatar(anna, text))).toBe('validation.mimes picture')
    expect([await avatars(), (await own(anna)).avatar]).toEqual([[], null])
  })

  it('is sent as what it is, to be kept and never run', async () => {
    const sha256 = (await setAvatar(anna, PIXEL)) ?? ''
    const sent: unknown[] = []
    const reply = {
      headers: (given: object) => (sent.push(given), reply),
      type: (given: string) => (sent.push(given), reply),
      send: async (bytes: Buffer) => void sent.push(bytes.toString('base64')),
    }
    const context = { ...(await by(villager)), reply } as never
    await profiles.avatar({ ...NO_INPUT, params: { sha256 } }, context)
    expect(sent).toEqual([
      {
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
      },
      ...['image/png', PIXEL],
    ])
    const unknown = profiles.avatar({ ...NO_INPUT, params: { sha256: 'a'.repeat(64) } }, context)
    expect(await outcomeOf(unknown as Promise<unknown>)).toBe('NOT_FOUND')
  })
})

describe('an account', () => {
  it('has a language, which is no part of the version of its profile', async () => {
    await profiles.setLanguage({ ...NO_INPUT, body: { language: 'sk' } }, await by(anna))
    expect(await changes()).toEqual(['users anna ~ language=sk'])
    expect((await own(anna)).updatedOn).toBe(NOW)
  })

  it('is deleted with the right password alone', async () => {
    const { queries } = town.rows.database
    const password = await rightPassword(town.calls.services)
    await queries.updateTable('users').set({ password }).where('id', 'in', [anna, boris]).execute()
    const remove = async (hash: string) =>
      await profiles.delete({ ...NO_INPUT, body: { hash } }, await by(anna))
    expect(await outcomeOf(remove('wrong'))).toMatch(/^PASSWORD_NOT_MATCH_CURRENT/)
    expect((await own(anna)).username).toBe('anna')
    await remove('right')
    const left = await queries.selectFrom('users').select('username').orderBy('username').execute()
    expect(left.map(({ username }) => username)).not.toContain('anna')
    expect(left.map(({ username }) => username)).toContain('boris')
  })
})
