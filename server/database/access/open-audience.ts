import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database.ts'
import { readSummary } from '../projects/read-home.ts'
import type { Person } from './read-actor.ts'
import { type Audience, isBarredByConsent, readAudience } from './read-audience.ts'

/**
 * The project as the person may see it. Throws the same Refusal for an unknown project and a closed
 * one, and NO_CONSENT if only the missing consent to the documentation keeps it closed.
 */
export const openAudience = async (
  tx: Queries,
  person: Person,
  projectId: string,
): Promise<Audience> => {
  const audience = await readAudience(tx, person, projectId)
  if (audience !== null) return audience
  const isOnlyBarred =
    (await isBarredByConsent(tx, person)) && (await readSummary(tx, person, projectId)) !== null
  throw new Refusal(isOnlyBarred ? 'NO_CONSENT' : 'ACCESS_TO_PROJECT_IS_DENIED')
}
