import { deviceNotes } from './device.ts'
import { storeText } from './store-text.ts'

const KEY = 'tenderbook.clock-skew'
let skewMs = Number(localStorage.getItem(KEY) ?? 0)

/**
 * The server's time in ms since the epoch, by its last known offset. Deadlines follow it, not this
 * device's clock.
 */
export const serverNow = (): number => Date.now() + skewMs

export const setClockSkew = (ms: number): void => {
  skewMs = ms
  storeText(KEY, String(Math.round(ms)))
}
deviceNotes.on((note) => {
  if (note.type === 'state' && note.lastContactAt !== null) setClockSkew(note.clockSkewMs)
})
