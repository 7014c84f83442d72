import { expect, test } from 'vitest'
import { type Note, openNotes } from './notes.ts'

test('a note sent after the channel was closed is ignored', async () => {
  const heard: Note[] = []
  const listener = openNotes('notes-test', (note) => heard.push(note))
  const leaver = openNotes('notes-test', () => undefined)
  leaver.send({ type: 'tryNow' })
  leaver.close()
  leaver.send({ type: 'askState' })
  await expect.poll(() => heard).toEqual([{ type: 'tryNow' }])
  listener.close()
})

test('a paused channel neither hears nor sends, and a closed one does not resume', async () => {
  const heard: Note[] = []
  const kept: Note[] = []
  const listener = openNotes('notes-pause', (note) => heard.push(note))
  const cached = openNotes('notes-pause', (note) => kept.push(note))
  cached.pause()
  listener.send({ type: 'tryNow' })
  cached.send({ type: 'askState' })
  cached.resume()
  listener.send({ type: 'compare' })
  cached.send({ type: 'share' })
  await expect.poll(() => [heard, kept]).toEqual([[{ type: 'share' }], [{ type: 'compare' }]])
  cached.close()
  cached.resume()
  listener.send({ type: 'tryNow' })
  cached.send({ type: 'share' })
  listener.send({ type: 'share' })
  const last = openNotes('notes-pause', () => undefined)
  last.send({ type: 'askState' })
  await expect.poll(() => heard.length).toBe(2)
  expect(kept).toEqual([{ type: 'compare' }])
  for (const notes of [listener, last]) notes.close()
})
