import { readPerson } from '#server/database/access/read-actor.ts'
import type { Database } from '#server/database/database.ts'
import type { SignedInContext } from '#server/route.ts'
import { NOW } from './empty-database.ts'

/** What a handler told the other parts of the server, in the order of the calls. */
export interface Told {
  /** People whose devices read their rights again. */
  forgotten: number[]
  /** Sessions whose sockets were closed. */
  endedSessions: string[]
  /** People whose failed attempts were forgotten. */
  reset: number[]
}

/** The context of a call by a person, with services that only note what they are told. */
export const signedIn = async (
  database: Database,
  userId: number,
  sessionId = 'own',
): Promise<SignedInContext & { told: Told }> => {
  const person = await readPerson(database.queries, userId)
  if (person === null) throw new Error(`${userId} cannot sign in`)
  const told: Told = { forgotten: [], endedSessions: [], reset: [] }
  const services = {
    database,
    clock: () => NOW,
    baseUrl: 'https://tenders.example',
    wakeMails: () => undefined,
    hub: {
      forgetPerson: (id: number) => void told.forgotten.push(id),
      endSession: (id: string) => void told.endedSessions.push(id),
      guardSessions: async () => undefined,
    },
    failedTries: { resetPerson: async (_tx: unknown, id: number) => void told.reset.push(id) },
  }
  const caller = { userId, sessionId }
  return { person, caller, services, told } as unknown as SignedInContext & { told: Told }
}
