import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { expect, it } from 'vitest'
import {
  CompareReply,
  CompareRequest,
  LiveChange,
  PullPage,
  PullRequest,
  PushReply,
  PushRequest,
  SYNC_PROTOCOL,
} from '#schema/api/sync.ts'

/** Version of the protocol → hash of its messages. */
const versions = JSON.parse(
  readFileSync(new URL('./protocol-versions.json', import.meta.url), 'utf8'),
) as Record<string, string>
const MESSAGES = {
  PushRequest,
  PushReply,
  PullRequest,
  PullPage,
  LiveChange,
  CompareRequest,
  CompareReply,
}

/** Sorts the keys, so that only the content of a message counts. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}
const hash = createHash('sha256')
  .update(
    JSON.stringify(
      sorted(
        Object.entries(MESSAGES).map(([name, schema]) => [
          name,
          toJsonSchema(schema, { errorMode: 'ignore' }),
        ]),
      ),
    ),
  )
  .digest('hex')

it('a message changes only with a new protocol version', () => {
  const known = versions[String(SYNC_PROTOCOL)]
  expect(
    known,
    `A message in schema/api/sync.ts is another one than protocol ${SYNC_PROTOCOL} has. Devices in the field still speak that: raise SYNC_PROTOCOL, keep
reading the messages of the two versions before, and add "${SYNC_PROTOCOL + 1}": "${hash}" to tests/sync/protocol-versions.json. (Only if protocol ${SYNC_PROTOCOL} was never
released may its line be replaced.)`,
  ).toBe(hash)
})

it('no protocol version is given twice, and the newest is in use', () => {
  expect(Math.max(...Object.keys(versions).map(Number))).toBe(SYNC_PROTOCOL)
  expect(new Set(Object.values(versions)).size).toBe(Object.keys(versions).length)
})
