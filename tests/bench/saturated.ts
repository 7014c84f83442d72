// How long pulls of one project take while another one is saturated with pushes and calls of the
// REST API, on PostgreSQL: `npm run bench:pushes -- --saturated`.
import { setTimeout as delay } from 'node:timers/promises'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { execute } from '#server/commands/execute.ts'
import type { PushContext } from '#server/sync/push-context.ts'
import { pull } from '#server/sync/pull.ts'

interface Saturated {
  context: PushContext
  /** The answers of the saturated project; each caller writes one of its own. */
  answers: readonly { requirementId: string; projectId: string; vendorId: number }[]
  /** The project that others pull. */
  otherId: string
  /** Lets devices push to the saturated project until the time is over. */
  pushAll: () => Promise<unknown>
  seconds: number
}

const CALLERS = 64
/** Between two pulls. */
const PAUSE_MS = 20

/** Pulls the project as a device does that has nothing new to fetch; returns its ms. */
const timePull = async ({ services, serverId, userId }: PushContext, projectId: string) => {
  const since = performance.now()
  const request = { serverId, clientId: 'puller', schemaVersion: SYNC_PROTOCOL, home: 'none' }
  const place = { database: services.database, serverId, userId, clock: Date.now, pageRows: 20 }
  const projects = { [projectId]: { epoch: 0, buckets: {} } }
  for await (const _ of pull(place, { ...request, projects, ackMid: 0 })) break
  return performance.now() - since
}

/** Milliseconds of each pull within these seconds. */
const pulls = async (world: Saturated): Promise<number[]> => {
  const times: number[] = []
  const end = performance.now() + world.seconds * 1_000
  while (performance.now() < end) {
    times.push(await timePull(world.context, world.otherId))
    await delay(PAUSE_MS)
  }
  return times.toSorted((one, other) => one - other)
}

const textOf = (times: readonly number[]): string =>
  [0.5, 0.95, 1]
    .map((part) => Math.round(times[Math.ceil(times.length * part) - 1] ?? Number.NaN))
    .join(' / ')

/** Prints the median, p95 and longest of the pulls, in quiet and beside the saturated project. */
export const measureSaturated = async (world: Saturated): Promise<void> => {
  const quiet = await pulls(world)
  let calls = 0
  let isDone = false
  const call = async (answer: Saturated['answers'][number]): Promise<void> => {
    for (let word = 0; !isDone; word += 1) {
      const args = { ...answer, values: { txt: `call ${word}` } }
      await execute(world.context.services, world.context.userId, {
        command: 'commitments.update',
        args,
      })
      calls += 1
    }
  }
  const calling = world.answers.slice(0, CALLERS).map(call)
  const pushing = world.pushAll()
  const busy = await pulls(world)
  isDone = true
  await Promise.all([...calling, pushing])
  console.log(
    `pulls of another project, ms (median / p95 / longest): quiet ${textOf(quiet)}, ` +
      `beside ${Math.round(calls / world.seconds)} calls/s ${textOf(busy)}`,
  )
}
