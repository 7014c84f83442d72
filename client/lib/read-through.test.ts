// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import type { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { readCopy, writeCopy } from '#sync/browser/storage/kept-copies.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'
import type { CopyOf, readThrough as Read } from './read-through.ts'

const PLACE = { projectId: PROJECT_ID, key: 'messages/test' } as const
/** Texts of one letter are of this format; a new answer is put before the kept one. */
const copyOf = (changes: Partial<CopyOf<string>> = {}): CopyOf<string> => ({
  read: (database) => readCopy(database, PLACE),
  write: (database, copy) => writeCopy(database, { ...PLACE, ...copy }),
  forget: (database) => database.meta.delete(PLACE.key),
  parse: (text) => (text.startsWith('old format') ? null : text),
  format: (answer, kept) => `${answer}+${kept ?? 'none'}`,
  ...changes,
})

let device: OpenDevice
let readThrough: typeof Read
let offline: Error
beforeEach(async () => {
  device = await openPageProject()
  ;({ readThrough } = await import('./read-through.ts'))
  const { OfflineError } = await import('./offline-error.ts')
  offline = new OfflineError()
})

const kept = async (database: DeviceDatabase = device.database) =>
  (await readCopy(database, PLACE)).kept
const keep = (text: string, at = 5) => device.database.meta.put({ key: PLACE.key, text, at })
const fail = (error: Error) => () => Promise.reject(error)
const untilKept = (text: string) => vi.waitFor(async () => expect((await kept())?.text).toBe(text))

describe('an answer of the server', () => {
  it('is shown as read just now, and kept with the time and what was kept before', async () => {
    await keep('A')
    const before = Date.now()
    expect(await readThrough(copyOf(), async () => 'B')).toEqual({ answer: 'B', readOn: null })
    await untilKept('B+A')
    expect((await kept())?.at).toBeGreaterThanOrEqual(before)
    expect((await kept())?.at).toBeLessThanOrEqual(Date.now())
  })

  it('is kept alone where nothing, or another format, was kept', async () => {
    await readThrough(copyOf(), async () => 'A')
    await untilKept('A+none')
    await keep('old format')
    await readThrough(copyOf(), async () => 'B')
    await untilKept('B+none')
  })

  it('is shown by a device that cannot keep it', async () => {
    const write = () => Promise.reject(new Error('full'))
    expect((await readThrough(copyOf({ write }), async () => 'A')).answer).toBe('A')
    const read = () => Promise.reject(new Error('broken'))
    expect((await readThrough(copyOf({ read }), async () => 'B')).answer).toBe('B')
  })

  it('is not kept if the access of the person changed while the server was asked', async () => {
    const asked = vi.fn<CopyOf<string>['write']>(copyOf().write)
    await readThrough(copyOf({ write: asked }), async () => {
      await device.database.cursor.update(PROJECT_ID, { epoch: 2 })
      return 'A'
    })
    await asked.mock.results[0]?.value
    expect([asked.mock.calls[0]?.[1].epoch, await kept()]).toEqual([1, null])
  })

  it('is shown without a device, and with one that is closed while the server is asked', async () => {
    const { closeDevice } = await import('./device.ts')
    const write = vi.fn<CopyOf<string>['write']>(copyOf().write)
    const whileAsked = async () => {
      closeDevice()
      return 'A'
    }
    expect((await readThrough(copyOf({ write }), whileAsked)).answer).toBe('A')
    expect(await readThrough(copyOf({ write }), async () => 'B')).toEqual({
      ...{ answer: 'B', readOn: null },
    })
    await expect(readThrough(copyOf({ write }), fail(offline))).rejects.toBe(offline)
    expect(write).not.toHaveBeenCalled()
  })

  it('is shown by a device whose database is closed', async () => {
    const [read, write] = [vi.fn<CopyOf<string>['read']>(), vi.fn<CopyOf<string>['write']>()]
    device.database.close()
    expect((await readThrough(copyOf({ read, write }), async () => 'A')).answer).toBe('A')
    expect([read.mock.calls, write.mock.calls]).toEqual([[], []])
  })
})

describe('without a connection', () => {
  it('the copy is shown with the time when it was read', async () => {
    await keep('A', 1_234)
    expect(await readThrough(copyOf(), fail(offline))).toEqual({ answer: 'A', readOn: 1_234 })
    expect((await kept())?.text).toBe('A')
  })

  it.each(['nothing', 'old format'])('the failure is told where %s is kept', async (text) => {
    if (text !== 'nothing') await keep(text)
    await expect(readThrough(copyOf(), fail(offline))).rejects.toBe(offline)
  })
})

describe('an answer that fails', () => {
  const refusedWith = async (code: MessageCode, changes?: Partial<CopyOf<string>>) => {
    await keep('A')
    await expect(
      readThrough(copyOf(changes), fail(new Refusal(code))),
      'the copy is not shown instead',
    ).rejects.toMatchObject({ code })
    return (await kept())?.text
  }

  it.each(['NOT_FOUND', 'NOT_ALLOWED', 'ACCESS_TO_PROJECT_IS_DENIED', 'NO_CONSENT'] as const)(
    'with %s ends the access, and the copy is forgotten',
    async (code) => {
      expect(await refusedWith(code)).toBeUndefined()
    },
  )

  it('for another reason leaves the copy', async () => {
    expect(await refusedWith('USER_SESSION_EXPIRED')).toBe('A')
    const error = Object.assign(new Error('broken'), { code: 'NOT_FOUND' })
    await expect(readThrough(copyOf(), fail(error))).rejects.toBe(error)
    expect((await kept())?.text).toBe('A')
  })

  it('is told as it is, although the copy cannot be forgotten', async () => {
    const forget = vi.fn<CopyOf<string>['forget']>(() => Promise.reject(new Error('full')))
    expect(await refusedWith('NOT_FOUND', { forget })).toBe('A')
    expect(forget.mock.calls).toEqual([[device.database]])
    device.database.close()
    const closed = new Refusal('NOT_FOUND')
    await expect(readThrough(copyOf({ forget }), fail(closed))).rejects.toBe(closed)
    expect(forget).toHaveBeenCalledOnce()
  })
})
