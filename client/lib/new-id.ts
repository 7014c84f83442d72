let lastAt = 0
let counter = 0

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A UUIDv7 (RFC 9562) with a counter: ids created one after another sort in that order, even within
 * a millisecond.
 */
export const newId = (): string => {
  const now = Date.now()
  counter = now > lastAt ? 0 : counter + 1
  lastAt = Math.max(lastAt, now)
  if (counter > 0xfff) {
    lastAt += 1
    counter = 0
  }
  const time = lastAt.toString(16).padStart(12, '0')
  const random = crypto.getRandomValues(new Uint8Array(8))
  const tail = hex(random.with(0, ((random[0] ?? 0) & 0x3f) | 0x80))
  const count = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
