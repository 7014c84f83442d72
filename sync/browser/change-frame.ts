export const CHANGE_TOPIC = '/user/sync/change'

/** From so many characters on it pays not to read a frame byte by byte. */
const LONG = 2_048
const DESTINATION = `\ndestination:${CHANGE_TOPIC}\n`

/** The body of a long STOMP frame that tells of a change, as it comes in one message of the websocket; null = anything else. */
export const bodyOfChange = (data: unknown): string | null => {
  if (typeof data !== 'string' || data.length < LONG || !data.startsWith('MESSAGE\n') || !data.endsWith('\u0000')) return null
  const headEnd = data.indexOf('\n\n')
  const end = data.length - 1
  // A second frame may follow in the same message.
  if (headEnd < 0 || data.indexOf('\u0000') !== end || !data.slice(0, headEnd + 1).includes(DESTINATION)) return null
  return data.slice(headEnd + 2, end)
}
