// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { ProjectMessage } from '#schema/entities/project-message.ts'
import { Refusal } from '#schema/refusal.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'
import type { readProjectMessages as Read } from './message-copy.ts'

let device: OpenDevice
let read: typeof Read
let offline: Error
beforeEach(async () => {
  device = await openPageProject()
  ;({ readProjectMessages: read } = await import('./message-copy.ts'))
  const { OfflineError } = await import('./offline-error.ts')
  offline = new OfflineError()
})

const RECEIVED: ProjectMessage = { id: 'a', text: 'The visit is on Monday', sentOn: 5 }
const SENT: ProjectMessage = { ...RECEIVED, senderName: 'Vera', team: true, vendors: ['Alpha'] }
const records = () => device.database.meta.where('key').startsWith('messages/').toArray()
const fail = (error: Error) => () => Promise.reject(error)
const keep = async (messages: ProjectMessage[]) => {
  await read(PROJECT_ID, async () => messages)
  await vi.waitFor(async () => expect(await records()).toHaveLength(1))
}

it.each([
  ['sent', SENT],
  ['received', RECEIVED],
])('without a network, a %s message is read from the device', async (_, message) => {
  await expect(read(PROJECT_ID, fail(offline))).rejects.toBe(offline)
  expect(await read(PROJECT_ID, async () => [message])).toEqual({
    answer: [message],
    readOn: null,
  })
  await vi.waitFor(async () => expect(await records()).toHaveLength(1))
  const kept = await read(PROJECT_ID, fail(offline))
  expect(kept.answer).toEqual([message])
  expect(kept.readOn).toBeGreaterThan(Date.now() - 60_000)
})

it('messages in another format count as none', async () => {
  await keep([RECEIVED])
  const [record] = await records()
  await device.database.meta.put({ ...record, text: '[{"text":1}]' } as never)
  await expect(read(PROJECT_ID, fail(offline))).rejects.toBe(offline)
})

it.each(['ACCESS_TO_PROJECT_IS_DENIED', 'NO_CONSENT'] as const)(
  'forgets the copy at %s',
  async (code) => {
    await keep([RECEIVED])
    await expect(read(PROJECT_ID, fail(new Refusal(code)))).rejects.toMatchObject({ code })
    expect(await records()).toEqual([])
  },
)
