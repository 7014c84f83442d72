import { createMutationTx } from '#server/commands/mutation-tx.ts'
import { ProjectRows } from '#server/commands/project-rows.ts'
import { readActor, readPerson } from '#server/database/access/read-actor.ts'
import type { Database } from '#server/database/database.ts'
import { baseKey, type EditBase } from '#schema/mutations/mutation.ts'
import { type CommandArgs, type CommandName, MUTATIONS } from '#schema/mutations/index.ts'
import { PLAN } from './send-file.ts'

interface Device {
  database: Database
  userId: number
  now: number
}

/** The base that an up-to-date device records with the person's edit. */
export const recordBase = <N extends CommandName>(
  { database, userId, now }: Device,
  command: N,
  args: CommandArgs[N],
): Promise<EditBase> =>
  database.read(async (queries) => {
    const rows = new ProjectRows(queries, args.projectId)
    const project = await rows.get('project', args.projectId)
    const person = await readPerson(queries, userId)
    const actor =
      project === undefined || person === null ? null : await readActor(queries, person, project)
    if (actor === null) throw new Error(`user ${userId} has no access`)
    const { tx } = createMutationTx({
      rows,
      actor,
      now,
      base: null,
      heldFile: async () => ({ bytes: PLAN.length, kind: 'pdf' }),
      isOnTeam: async () => true,
      verdictOf: () => ({ kind: 'valid' }),
    })
    const base: EditBase = {}
    await MUTATIONS[command].run(
      {
        ...tx,
        settle: (row, field, current) => {
          base[baseKey(row, field)] ??= current
          return true
        },
      },
      args,
    )
    return base
  })
