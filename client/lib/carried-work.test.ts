// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSession, writeSession } from '#sync/browser/session/session-store.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { keepPageSession } from '../../tests/support/page-session.ts'
import { buildRows, buildVendorContact, PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { CarriedProblem, CarriedRecord, WrittenFile } from './carried-work.ts'
import type { OpenDevice } from './device.ts'

const answered = (status: string, changes: object = {}) =>
  Response.json({
    known: 1,
    results: [{ mid: 1, status, reason: null, detail: {} }],
    ...changes,
  })
let answers: (() => Response)[]
let sent: unknown[]
/** The server gives these answers in turn; afterwards it cannot be reached. */
const answering = (...next: (() => Response)[]): void => {
  answers = next
  sent = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!path.endsWith('/deliver')) throw new TypeError('No network')
    sent.push(JSON.parse(typeof body === 'string' ? body : '{}'))
    const answer = answers.shift()
    if (answer === undefined) throw new TypeError('No network')
    return answer()
  })
}
const refused = (code: string, status = 403) =>
  Response.json({ messageCodes: [code], detail: { number: 2 } }, { status })

/** Signs a contact of vendor 7 in on a device with a database of its own. */
const signIn = async (changes: { vendorId?: number } = {}): Promise<OpenDevice> => {
  const device = await openPageProject({
    actor: buildVendorContact(),
    project: { state: 'PUBLISHED', publishedOn: 1 },
    rows: buildRows(),
    session: { username: 'vera', organizationName: 'Vendor seven', ...changes },
  })
  await keepPageSession({ ...device.session })
  return device
}
const answer = async (note: string, requirementId = 'r1') => {
  const { mutate } = await import('./mutate.ts')
  const args = { projectId: PROJECT_ID, requirementId, vendorId: 7, values: { note } }
  await mutate('commitments.update', args, { undoLabel: 'Answer' })
}

beforeEach(() => answering())
afterEach(cleanup)

describe('a file of unsent work', () => {
  /** Sealing takes a while, so the tests share one file, which a device of vendor 7 wrote. */
  let file: WrittenFile
  let code: string
  let onItsDevice: CarriedProblem | null
  let elsewhere: CarriedProblem | null
  const keep = async () => {
    const { keepWorkFile } = await import('./carried-work.ts')
    return await keepWorkFile(file.blob, code)
  }
  beforeAll(async () => {
    await signIn()
    const { writeWorkFile } = await import('./carried-work.ts')
    const { readCode } = await import('./work-file.ts')
    expect(await writeWorkFile(), 'without unsent work').toBeNull()
    await answer('One')
    await answer('Two', 'r2')
    const written = await writeWorkFile()
    if (written === null) throw new Error('Nothing was written')
    file = written
    code = readCode(file.code) ?? ''
    onItsDevice = await keep()
    const stored = await readSession()
    if (stored !== undefined) await writeSession({ ...stored, serverId: 'another' })
    elsewhere = await keep()
  })

  it('names the person, the day and the number of edits', () => {
    expect(file.name).toBe(`work-vera-${new Date().toISOString().slice(0, 10)}.tenderbook-work`)
    expect([file.edits, file.blob.type]).toEqual([2, 'application/octet-stream'])
  })

  it('is not written for a person of the requestor', async () => {
    const device = await signIn()
    await answer('One')
    Object.assign(device.session, { vendorId: null })
    const { writeWorkFile } = await import('./carried-work.ts')
    expect(await writeWorkFile()).toBeNull()
  })

  it('is shown on the device of a colleague until it is removed, and never over newer work', async () => {
    const { database } = await signIn()
    const { forgetCarried, readCarriedHere, useCarried } = await import('./carried-work.ts')
    const { result } = renderHook(() => useCarried())
    expect(result.current).toBeNull()
    expect(await keep()).toBeNull()
    await waitFor(() => expect(result.current).toHaveLength(1))
    const [record] = await readCarriedHere()
    if (record === undefined) throw new Error('Nothing was kept')
    expect(record).toMatchObject({
      work: { username: 'vera', name: 'Vera', edits: 2, vendor: { id: 7, name: 'Vendor seven' } },
      outcome: null,
    })
    const newer = { ...record, work: { ...record.work, savedOn: record.work.savedOn + 1 } }
    await database.meta.put(newer as never)
    expect(await keep()).toBe('older')
    expect(await readCarriedHere()).toEqual([newer])
    await forgetCarried(record.key)
    await waitFor(() => expect(result.current).toEqual([]))
  })

  it('is refused on its own device, on another server and by another vendor', async () => {
    expect([onItsDevice, elsewhere]).toEqual(['ownDevice', 'otherServer'])
    await signIn({ vendorId: 8 })
    expect(await keep()).toBe('otherVendor')
    const { keepWorkFile, readCarriedHere } = await import('./carried-work.ts')
    expect(await keepWorkFile(new Blob(['A letter']), code)).toBe('noWork')
    expect(await readCarriedHere()).toEqual([])
  })
})

describe('the delivery of carried work', () => {
  const piece = { payload: '{}', signature: 'signed' }
  const record = {
    key: 'carried/c',
    at: 0,
    outcome: null,
    work: {
      format: 'tenderbook-carried/1',
      ...{ serverId: 's', sessionId: 'of a colleague', clientId: 'c', username: 'ada' },
      ...{ name: 'Ada', vendor: { id: 7, name: 'Vendor seven' }, savedOn: 1, edits: 1 },
      pieces: [piece],
    },
  } satisfies CarriedRecord
  const lay = async () => {
    const { database } = await signIn()
    await database.meta.put(record as never)
    answering()
    const { readCarriedHere } = await import('./carried-work.ts')
    return { database, outcome: async () => (await readCarriedHere())[0]?.outcome }
  }
  const outcomeOf = async (...next: (() => Response)[]) => {
    const { outcome } = await lay()
    answering(...next)
    const { deliverCarried } = await import('./deliver-carried.ts')
    await deliverCarried()
    return await outcome()
  }
  it('counts what the server had and took, and keeps its other verdicts', async () => {
    const outcome = await outcomeOf(() =>
      answered('conflict', {
        results: [
          { mid: 1, status: 'applied', reason: null, detail: {} },
          { mid: 2, status: 'applied', reason: null, detail: {} },
          { mid: 3, status: 'conflict', reason: 'x', detail: { a: 1 } },
        ],
      }),
    )
    expect(outcome).toEqual({
      ...{ kind: 'delivered', at: expect.any(Number), known: 1, applied: 2 },
      kept: [{ mid: 3, reason: 'x', detail: { a: 1 } }],
    })
    expect(sent).toEqual([{ sessionId: 'of a colleague', ...piece }])
  })

  it('sums the pieces of one file', async () => {
    await lay()
    answering(
      () => answered('applied'),
      () => answered('applied', { known: 4 }),
    )
    const { deliver } = await import('./deliver-carried.ts')
    const work = { ...record.work, pieces: [piece, piece] }
    expect(await deliver({ ...record, work })).toMatchObject({ known: 5, applied: 2, kept: [] })
  })

  it('is refused for good, or waits for a later try', async () => {
    expect(await outcomeOf(() => refused('WORK_NOT_VOUCHED'))).toEqual({
      ...{ kind: 'refused', at: expect.any(Number), code: 'WORK_NOT_VOUCHED' },
      detail: { number: 2 },
    })
    expect(await outcomeOf(() => refused('UNAVAILABLE', 503))).toBeNull()
    expect(await outcomeOf()).toBeNull()
  })

  it('is not repeated, unless the person asks', async () => {
    const { outcome } = await lay()
    answering(
      () => answered('applied'),
      () => refused('CLIENT_FOREIGN'),
    )
    const { deliverCarried } = await import('./deliver-carried.ts')
    await deliverCarried('carried/another')
    expect(sent).toHaveLength(0)
    await deliverCarried()
    await deliverCarried()
    expect(sent).toHaveLength(1)
    await deliverCarried(record.key)
    expect(await outcome()).toMatchObject({ kind: 'refused' })
  })

  it('begins by itself each time the device has reached the server', async () => {
    const { database, outcome } = await lay()
    const { followCarried } = await import('./deliver-carried.ts')
    const { deviceNotes } = await import('./device.ts')
    const { useCarried } = await import('./carried-work.ts')
    const { result } = renderHook(() => useCarried())
    followCarried()
    followCarried()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    answering(() => answered('applied'))
    const reached = (lastContactAt: number) =>
      deviceNotes.emit({ type: 'state', lastContactAt } as never)
    reached(5)
    await vi.waitFor(async () => expect(await outcome()).not.toBeNull())
    await waitFor(() => expect(result.current?.[0]?.outcome).toMatchObject({ applied: 1 }))
    await database.meta.put(record as never)
    reached(5)
    deviceNotes.emit({ type: 'files', lastContactAt: 6 } as never)
    await new Promise((done) => setTimeout(done, 50))
    expect(sent).toHaveLength(1)
    reached(6)
    await vi.waitFor(() => expect(sent).toHaveLength(2))
  })

  it('waits for a person who is signed in', async () => {
    const { closeDevice } = await import('./device.ts')
    await lay()
    closeDevice()
    const { deliverCarried } = await import('./deliver-carried.ts')
    await deliverCarried()
    expect(sent).toEqual([])
  })
})
