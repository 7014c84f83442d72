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
