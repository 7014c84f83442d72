import { beforeAll, expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import type { LogEntryRow } from '#schema/api/projects-service/project-log.ts'
import { seenLog } from './seen-log.ts'

beforeAll(() => startLocale('en'))

const names = {
  content: new Map<string, string>(),
  people: new Map([[1, 'Person 1']]),
  requirements: new Map<string, string>(),
  vendors: new Map<number, string>(),
}
const entry = (over: object): LogEntryRow =>
  ({
    ...{ serial: 1, hash: 'h'.repeat(64), at: 1_000, actorId: 1, kind: 'created', detail: {} },
    ...over,
  }) as LogEntryRow
const seenBy = (relation: 'requestor' | 'vendor', rows: LogEntryRow[]) =>
  seenLog({
    summary: {
      ...{ name: 'Offer', organizationName: 'Town' },
      me: { relation } as Parameters<typeof seenLog>[0]['summary']['me'],
    },
    log: { chain: null, names },
    rows,
  }).rows

it('has time, person, sentence and hash of each entry, in the order shown', () => {
  expect(seenBy('requestor', [entry({}), entry({ actorId: 9 })])).toEqual([
    [1_000, 'Person 1', 'Created the project', null, 'h'.repeat(64)],
    [1_000, 'A removed person', 'Created the project', null, 'h'.repeat(64)],
  ])
})

it('has of a hidden entry only its number and hash', () => {
  const hidden = { serial: 5, hash: 'abc' } as LogEntryRow
  expect(seenBy('vendor', [hidden])).toEqual([
    ['Entry 5', null, 'Not visible to your role', null, 'abc'],
  ])
})

it('names to a vendor no person of the requestor, only the organization', () => {
  expect(seenBy('vendor', [entry({ actorId: null })])[0]?.[1]).toBe('Town')
  expect(
    seenBy('vendor', [
      entry({ actorId: null, kind: 'opened', detail: { isEarly: false } }),
    ])[0]?.[1],
  ).toBe('The system')
})
