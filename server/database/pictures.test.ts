import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AVATAR_LIMITS } from '#schema/tables/avatars.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { pngOf } from '../../tests/support/png-of.ts'
import { changedPicture, dropPicture, keepPicture } from './pictures.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())
const keep = (picture: Buffer | null, now = NOW) =>
  rows.database.write((tx) => keepPicture(tx, picture?.toString('base64') ?? null, now))
const stored = () => rows.database.queries.selectFrom('avatars').selectAll().execute()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('a picture', () => {
  it('is stored once, by its hash, with the type of its bytes', async () => {
    const bytes = pngOf(2, 3)
    expect(await keep(bytes)).toBe(sha256(bytes))
    expect(await keep(bytes, NOW + 1)).toBe(sha256(bytes))
    expect(await stored()).toEqual([
      {
        ...{ sha256: sha256(bytes), mime: 'image/png', created_on: NOW },
        content: bytes.toString('base64'),
      },
    ])
    await keep(pngOf(3, 3))
    expect(await stored()).toHaveLength(2)
  })

  it('may be none', async () => {
    expect([await keep(null), await stored()]).toEqual([null, []])
  })

  it('has at most 1,024 pixels a side and 200 kB, to the last one', async () => {
    const { bytes: most, pixels } = AVATAR_LIMITS
    for (const [width, height] of [
      [1, 1],
      [1, pixels],
      [pixels, 1],
    ] as const)
      expect(await outcomeOf(keep(pngOf(width, height)))).toBe('done')
    expect(await outcomeOf(keep(pngOf(2, 2, most)))).toBe('done')
    for (const tooLarge of [
      pngOf(0, 1),
      pngOf(1, 0),
      pngOf(pixels + 1, 1),
      pngOf(1, pixels + 1),
      pngOf(2, 2, most + 1),
      Buffer.alloc(most + 1),
    ])
      await expect(keep(tooLarge)).rejects.toMatchObject({
        ...{ code: 'validation.size', field: 'picture', detail: { size: 200 } },
      })
    expect(await stored()).toHaveLength(4)
  })

  it('of another type is refused', async () => {
    for (const other of [Buffer.from('GIF89a'), Buffer.alloc(0), Buffer.alloc(AVATAR_LIMITS.bytes)])
      expect(await outcomeOf(keep(other))).toBe('validation.mimes picture')
    expect(await stored()).toEqual([])
  })
})

it('a body leaves the present picture, removes it or brings another, but names none by its hash', () => {
  const [present, other] = ['a'.repeat(64), 'b'.repeat(64)]
  expect(changedPicture(undefined, present)).toBeUndefined()
  expect(changedPicture(present, present)).toBeUndefined()
  expect(changedPicture(null, null)).toBeUndefined()
  expect(changedPicture(null, present)).toBeNull()
  expect(changedPicture('iVBORw0K', present)).toBe('iVBORw0K')
  for (const text of [`${other}c`, `c${other}c`, other.slice(1), other.toUpperCase()])
    expect(changedPicture(text, present)).toBe(text)
  for (const before of [present, null])
    expect(() => changedPicture(other, before)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', field: 'avatar' }),
    )
})

describe('a picture that was replaced', () => {
  let [own, other] = ['', '']
  beforeEach(async () => {
    own = (await keep(pngOf(1, 1))) ?? ''
    other = (await keep(pngOf(2, 2))) ?? ''
  })
  const drop = async (hash: string | null) => {
    await rows.database.write((tx) => dropPicture(tx, hash))
    return (await stored()).map(({ sha256: left }) => left).toSorted()
  }

  it('is deleted, and no other', async () => {
    await rows.organization('Village', { avatar: other })
    expect(await drop(null)).toEqual([own, other].toSorted())
    expect(await drop(own)).toEqual([other])
  })

  it('stays while an organization, a person or a project shows it', async () => {
    const city = await rows.organization('City', { avatar: own })
    const both = [own, other].toSorted()
    expect(await drop(own)).toEqual(both)
    const { queries } = rows.database
    await queries.updateTable('organizations').set({ avatar: null }).execute()
    await queries
      .insertInto('profiles')
      .values({
        ...{ user_id: await rows.person('anna'), about: '', homepage: '', company: '' },
        ...{ location: '', phone: '', avatar: own, is_public: 0, updated_on: NOW },
      })
      .execute()
    expect(await drop(own)).toEqual(both)
    await queries.updateTable('profiles').set({ avatar: other }).execute()
    await rows.project('project', city, { body: JSON.stringify({ avatar: own, name: 'x' }) })
    await rows.project('other', city, { body: JSON.stringify({ avatar: other, name: own }) })
    expect(await drop(own)).toEqual(both)
    await queries.deleteFrom('projects').where('id', '=', 'project').execute()
    expect(await drop(own)).toEqual([other])
  })
})
