import { expect, it } from 'vitest'
import { emptyChange } from '#sync/engine/change.ts'
import { compareNow, hearNote } from './hear-note.ts'
import type { Note } from './notes.ts'
import type { OpenParts } from './parts.ts'

/** What one note makes each part of a tab do, in order. */
const heard = (note: Note, isLeading: boolean): string[] => {
  const { parts, calls } = openParts(isLeading)
  hearNote(parts, note)
  return calls
}
const openParts = (isLeading: boolean, compare: () => Promise<unknown> = async () => null) => {
  const calls: string[] = []
  const does =
    (name: string) =>
    (...args: unknown[]): void =>
      void calls.push([name, ...args.filter((one) => typeof one === 'string')].join(' '))
  const parts = {
    engine: { wake: does('engine.wake'), tryNow: does('engine.tryNow') },
    sender: { wake: does('sender.wake'), tryNow: does('sender.tryNow') },
    sole: { heardAsk: does('sole.heardAsk') },
    leader: { heardBeat: does('leader.heardBeat'), isLeading: () => isLeading },
    looks: {
      heard: (tab: string, isVisible: boolean) => does('looks.heard')(tab, String(isVisible)),
    },
    status: { send: async () => does('status.send')() },
    tokens: { forget: does('tokens.forget') },
    socket: { tryNow: does('socket.tryNow') },
    comparer: {
      now: () => {
        does('compare')()
        return compare()
      },
    },
    hearFiles: does('hearFiles'),
  } as unknown as OpenParts
  return { parts, calls }
}
const WORK = ['engine.tryNow', 'socket.tryNow', 'sender.tryNow']
const change = emptyChange(1, 'p')

it.each<[string, Note, string[], string[]]>([
  ['changes', { type: 'changes', changes: [change] }, ['hearFiles'], ['hearFiles']],
  [
    'changes of the outbox',
    { type: 'changes', changes: [change, { ...change, outbox: true }] },
    ['engine.wake', 'hearFiles'],
    ['engine.wake', 'hearFiles'],
  ],
  ['files', { type: 'files', progress: null, isChanged: true }, ['sender.wake'], ['sender.wake']],
  ['files that are the same', { type: 'files', progress: null, isChanged: false }, [], []],
  [
    'the progress of one',
    { type: 'files', progress: { id: 'f', sent: 1, bytes: 2 } as never, isChanged: true },
    [],
    [],
  ],
  ['a worker that wants to write', { type: 'share' }, ['sole.heardAsk'], ['sole.heardAsk']],
  ['a beat', { type: 'beat', leader: 'l' }, ['leader.heardBeat l'], ['leader.heardBeat l']],
  [
    'a tab that is visible',
    { type: 'looks', tab: 't', isVisible: true },
    ['looks.heard t true'],
    ['looks.heard t true'],
  ],
  ['a question', { type: 'askState' }, ['status.send'], ['status.send']],
  ['a session', { type: 'session' }, ['tokens.forget', ...WORK], ['tokens.forget']],
  ['a wish to try now', { type: 'tryNow' }, WORK, []],
  ['a wish to compare', { type: 'compare' }, ['compare'], []],
  ['a standing', { type: 'standing', seq: 1 }, [], []],
  ['an item', { type: 'item', item: {} }, [], []],
])('reacts to %s as a leader and as another tab', (_, note, asLeader, asOther) => {
  expect(heard(note, true)).toEqual(asLeader)
  expect(heard(note, false)).toEqual(asOther)
})

it('lets the engine run into the failure of a comparison', async () => {
  const { parts, calls } = openParts(true, async () => {
    throw new Error('offline')
  })
  compareNow(parts)
  await Promise.resolve()
  await Promise.resolve()
  expect(calls).toEqual(['compare', 'engine.tryNow'])
})
