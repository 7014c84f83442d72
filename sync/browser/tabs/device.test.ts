import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROJECT_ID as projectId } from '../../../tests/support/project-rows.ts'
import { Line } from '../../../tests/support/socket-line.ts'
import {
  base,
  beginTabs,
  endTabs,
  heldLocks,
  lay,
  leads,
  open,
  rename,
  signIn,
} from '../../../tests/support/open-tabs.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { readKeeps } from '../storage/kept-projects.ts'
import { createDevice } from './device.ts'

beforeEach(beginTabs)
afterEach(endTabs)

describe('a device', () => {
  it('that is not open counts nothing, sleeps, and makes no other call', async () => {
    const device = createDevice(() => undefined)
    expect(await device.countUnsent()).toEqual({ answers: 0, others: 0 })
    device.sleep()
    expect(() => device.setVisible(true)).toThrow('The device is not open')
    await expect(device.packUnsent()).rejects.toThrow('The device is not open')
    expect(await indexedDB.databases()).not.toContainEqual(expect.objectContaining({ name: base }))
  })

  it('is new once, and its worker holds a lock of its own for as long as it lives', async () => {
    const first = await open()
    expect(first.isNew).toBe(true)
    expect(first.life).toMatch(new RegExp(`^${base}-worker-[0-9a-f-]{36}$`))
    const second = await open()
    expect([second.isNew, second.life === first.life]).toEqual([false, false])
    expect(await heldLocks()).toEqual(expect.arrayContaining([first.life, second.life]))
    const stored = new DeviceDatabase(base)
    expect(await stored.meta.get('device')).toMatchObject({ meta: { serverId: null } })
    stored.close()
  })

  it('writes edits without a network, counts them and packs them for its person alone', async () => {
    await lay()
    const { device, told } = await open()
    expect(await device.edit(rename('First'))).toEqual({ value: { 'section/s1#name': 'General' } })
    expect(told).toMatchObject([{ type: 'changes', changes: [{ outbox: true }] }])
    expect(await device.countUnsent()).toEqual({ answers: 0, others: 1 })
    expect([await device.packUnsent(), await device.packCarried()]).toEqual([null, null])
    await signIn({ organizationId: 2 })
    expect(await device.packUnsent(), 'of another organization').toBeNull()
    await signIn()
    const before = Date.now()
    expect(await device.packUnsent()).toMatchObject({ username: 'owner', edits: 1 })
    expect(await device.packCarried(), 'a requestor carries nothing').toBeNull()
    await signIn({ vendorId: 7 })
    const carried = await device.packCarried()
    expect(carried?.edits).toBe(1)
    expect(carried?.savedOn).toBeGreaterThanOrEqual(before)
    expect([await leads(), Line.all.length], 'it opens no channel').toEqual([false, 0])
  })

  it('turns refusals of file calls into values', async () => {
    await lay()
    const { device } = await open()
    const place = { kind: 'requirement', id: 'r1' } as const
    const file = { projectId, id: 'f', place, name: 'a.exe', blob: new Blob(['x']), label: '' }
    expect(await device.addFile({ ...file, scope: '' } as never)).toHaveProperty('refusal')
    expect(await device.readFile(projectId, 'none')).toHaveProperty('refusal.code', 'NOT_FOUND')
    expect(await device.describeFile('none', { alias: 'x' })).toEqual({ value: false })
    expect(await device.dropFile('none')).toBe(false)
    await expect(device.pauseFile('none', true)).resolves.toBeUndefined()
  })

  it('notes that its person looked at a project, when the page is shown and when it sleeps', async () => {
    await lay()
    const { device } = await open()
    await device.openProject(projectId)
    const database = new DeviceDatabase(base)
    const seenAt = async (): Promise<number> =>
      (await readKeeps(database)).get(projectId)?.openedOn ?? 0
    await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThan(0))
    for (const look of [() => device.setVisible(false), () => device.sleep()]) {
      await database.meta.where('key').startsWith('keep/').delete()
      look()
      await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThan(0))
    }
    database.close()
  })
})

describe('a sign-out', () => {
  it('seals unsent work with the key of the session, and the next opening brings it back', async () => {
    await lay()
    await signIn()
    const first = await open()
    await first.device.edit(rename('Sealed'))
    await first.device.leave(false)
    expect(await first.device.countUnsent()).toEqual({ answers: 0, others: 0 })
    first.device.sleep()
    const left = new DeviceDatabase(base)
    expect([await left.outbox.count(), await left.pageInfo.count()]).toEqual([0, 0])
    left.close()
    const second = await open()
    expect(second.isNew).toBe(false)
    expect(await second.device.countUnsent()).toEqual({ answers: 0, others: 1 })
  })

  it('that discards the work deletes the database and frees its writer and its channel', async () => {
    await lay()
    const { device, told } = await open()
    await device.edit(rename('Lost'))
    const counting = device.countUnsent()
    await device.leave(true)
    expect(await counting).toEqual({ answers: 0, others: 1 })
    expect(await indexedDB.databases()).not.toContainEqual(expect.objectContaining({ name: base }))
    await vi.waitFor(async () => expect(await heldLocks()).not.toContain(`${base}-writers`))
    const heard = told.length
    const again = await open()
    expect(again.isNew).toBe(true)
    again.device.tryNow()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(told).toHaveLength(heard)
  })
})
