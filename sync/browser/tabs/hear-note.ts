import type { Note } from './notes.ts'
import type { OpenParts } from './parts.ts'

/** Reacts to a note of another tab. */
export const hearNote = (parts: OpenParts, note: Note): void => {
  const { engine, sender, sole, leader, status, tokens } = parts
  switch (note.type) {
    case 'changes':
      if (note.changes.some((change) => change.outbox)) engine.wake()
      return parts.hearFiles(note.changes)
    case 'files':
      return note.isChanged && note.progress === null ? sender.wake() : undefined
    case 'share':
      return sole.heardAsk()
    case 'beat':
      return leader.heardBeat(note.leader)
    case 'looks':
      return parts.looks.heard(note.tab, note.isVisible)
    case 'askState':
      return void status.send()
    case 'session':
      tokens.forget()
      return tryNow(parts)
    case 'tryNow':
      return tryNow(parts)
    case 'compare':
      return compareNow(parts)
    case 'state':
    case 'standing':
    case 'item':
      return
    default:
      return note satisfies never
  }
}

const tryNow = ({ leader, engine, socket, sender }: OpenParts): void => {
  if (!leader.isLeading()) return
  engine.tryNow()
  socket.tryNow()
  sender.tryNow()
}

/** Compares every copy with the server, where this tab leads. */
export const compareNow = ({ leader, engine, comparer }: OpenParts): void => {
  // Let the engine run into the failure too, which shows it on the screen.
  if (leader.isLeading()) comparer.now().catch(() => engine.tryNow())
}
