import { expect, test } from 'vitest'
import { type Note, openNotes } from './notes.ts'

test('a note of work that ends after the tab has left goes nowhere and throws nothing', async () => {
  const heard: Note[] = []
  const listener = openNotes('notes-test', (note) => heard.push(note))
  const leaver = openNotes('notes-test', () => undefined)
  leaver.send({ type: 'tryNow' })
  leaver.close()
  leaver.send({ type: 'askState' })
  await expect.poll(() => heard).toEqual([{ type: 'tryNow' }])
  listener.close()
})
