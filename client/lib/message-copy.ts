import * as v from 'valibot'
import { ProjectMessage } from '#schema/entities/project-message.ts'
import { forgetMessages, readMessages, writeMessages } from '#sync/browser/storage/kept-messages.ts'
import { type CopyOf, type ReadAnswer, readThrough } from './read-through.ts'

const Kept = v.pipe(v.string(), v.parseJson(), v.array(ProjectMessage))

const messagesCopy = (projectId: string): CopyOf<ProjectMessage[]> => ({
  read: (database) => readMessages(database, projectId),
  write: (database, copy) => writeMessages(database, projectId, copy),
  forget: (database) => forgetMessages(database, projectId),
  parse(text) {
    const { success, output } = v.safeParse(Kept, text)
    return success ? output : null
  },
  format: (messages) => JSON.stringify(messages),
})

/** Reads the messages of a project through the device's copy of them, see `readThrough`. */
export const readProjectMessages = (
  projectId: string,
  ask: () => Promise<ProjectMessage[]>,
): Promise<ReadAnswer<ProjectMessage[]>> => readThrough(messagesCopy(projectId), ask)
