import type { Endpoint } from '#schema/api/endpoint.ts'
import type { ProjectCommit } from '#server/commands/project-unit.ts'
import { readPerson } from '#server/database/access/read-actor.ts'
import { createRefusedReads } from '#server/database/project-log/refused-reads.ts'
import { readServerMeta } from '#server/database/server-meta.ts'
import { SharedWindows } from '#server/database/try-windows.ts'
import { FailedTries } from '#server/identity/failed-tries.ts'
import { moveDueProjects } from '#server/jobs/move-due-projects.ts'
import type { CallContext, SignedInContext } from '#server/route.ts'
import { storedHash } from '#server/security/password-hash.ts'
import { RateLimit } from '#server/security/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { type EmptyDatabase, NOW } from './empty-database.ts'

export const NO_INPUT = { params: undefined, query: undefined, body: undefined }

export interface Calls {
  services: Services
  /** What calls told the parts of the server that do not run, one line for each. */
  told: string[]
  /** The server's time in ms; tests may move it. */
  now: number
  /** The context of a call that needs no sign-in. */
  publicly(): CallContext
  /** The context of a call by a person in their active organization. */
  by(userId: number, sessionId?: string): Promise<SignedInContext>
  /** Counts the try of a call, as its route does before the handler runs. */
  takeTry(row: Endpoint, of: number | string): Promise<void>
  /** The counts of the limits above zero. */
  tries(): Promise<number[]>
}

const hashes = new Map<string, Promise<string>>()
/**
 * How an account stores the hash `right` that a device sends. Made once for each pepper: databases
 * of one test file share theirs.
 */
export const rightPassword = async ({ meta: { pepper } }: Services): Promise<string> => {
  const [key] = pepper
  const made = hashes.get(key) ?? storedHash('right', pepper)
  hashes.set(key, made)
  return await made
}

/** The network address of public calls. */
export const ADDRESS = '192.0.2.1'

/**
 * Contexts of calls over a real database, with real keys, commands, failed tries and limits; the
 * limits are stored in the database, where tests can read them. Sockets and the mail job do not run;
 * what they are told is noted.
 */
export const openCalls = async ({ database }: EmptyDatabase): Promise<Calls> => {
  const told: string[] = []
  const meta = await readServerMeta(database)
  const clock = (): number => calls.now
  const onError = (error: unknown): void => {
    throw error
  }
  const commands = {
    database,
    clock,
    publish: ({ projectId }: ProjectCommit) => void told.push(`publish ${projectId}`),
    onError,
  } as unknown as Services['commands']
  const baseUrl = 'https://tenders.example'
  const services = {
    database,
    meta,
    clock,
    commands,
    baseUrl,
    rateLimit: new RateLimit(clock, new SharedWindows(database)),
    failedTries: new FailedTries({ database, clock, secret: meta.saltSecret }),
    refusedReads: createRefusedReads(database, clock, onError),
    wakeMails: () => void told.push('mails'),
    moveDueProjects: () => moveDueProjects({ ...commands, baseUrl }, (_, error) => onError(error)),
    hub: {
      forgetPerson: (id: number) => void told.push(`forget ${id}`),
      endSession: (id: string) => void told.push(`end session ${id}`),
      endPerson: (id: number) => void told.push(`end person ${id}`),
      guardSessions: async () => void told.push('guard sessions'),
    },
  } as unknown as Services
  const publicly = (): CallContext =>
    ({ services, commands, request: { ip: ADDRESS }, reply: {} }) as unknown as CallContext
  const calls: Calls = {
    services,
    told,
    now: NOW,
    publicly,
    by: async (userId, sessionId = 'own') => {
      const person = await readPerson(database.queries, userId)
      if (person === null) throw new Error(`${userId} cannot sign in`)
      return { ...publicly(), person, caller: { userId, sessionId } }
    },
    takeTry: async ({ path, rateLimit }, of) => {
      if (rateLimit !== undefined) await services.rateLimit.take([path, of], rateLimit)
    },
    tries: async () => {
      const windows = database.queries.selectFrom('try_windows').select('count')
      return (await windows.where('count', '>', 0).execute()).map(({ count }) => count)
    },
  }
  return calls
}

/** The code of a refusal with its field; `done` if the call was answered. */
export const outcomeOf = async (call: Promise<unknown>): Promise<string> =>
  await call.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof Error) || !('code' in error)) throw error
      const field = 'field' in error && error.field !== undefined ? ` ${String(error.field)}` : ''
      return `${String(error.code)}${field}`
    },
  )
