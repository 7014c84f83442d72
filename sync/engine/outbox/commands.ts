import * as v from 'valibot'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { EditBase, Mutation, RemovedRow } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import {
  actorOf,
  type Author,
  createDeviceTx,
  type DeviceTx,
  type Removals,
  type View,
} from '../overlay/device-tx.ts'
import type { UndoCommand } from '../ports.ts'

/** One mutation as the engine runs it; the mutation's schema checks the arguments. */
export interface BoundCommand {
  input: v.GenericSchema
  run(tx: DeviceTx, args: unknown): Promise<void>
  inverse(args: unknown, base: EditBase, removed: readonly RemovedRow[]): UndoCommand[] | null
  coalesce(earlier: unknown, later: unknown): unknown
  spread: readonly string[]
}
export type Commands = Readonly<Record<string, BoundCommand>>

/** Binds a table of typed mutations so that the engine can run them by name. */
export const bindCommands = (table: Readonly<Record<string, unknown>>): Commands =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => {
      const mutation = entry as Mutation<unknown>
      return [
        name,
        {
          input: mutation.input,
          run: (tx, args) => mutation.run(tx, args),
          inverse: (args, base, removed) => mutation.inverse?.(args, base, removed) ?? null,
          coalesce: (earlier, later) => mutation.coalesce?.(earlier, later) ?? null,
          spread: mutation.spread ?? [],
        } satisfies BoundCommand,
      ]
    }),
  )

export const commandOf = (commands: Commands, name: string): BoundCommand => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new Error(`There is no command ${name}`)
  return command
}

/** Parses the arguments with the schema of the command. Throws Refusal that names the field. */
export const parseArgs = (command: BoundCommand, args: unknown): unknown => {
  const parsed = v.safeParse(command.input, args)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? ''
  throw new Refusal('INPUT_INVALID', { field, detail: { field, problem: issue.message } })
}

export interface RunContext {
  commands: Commands
  person: Author
  summary: ProjectSummary
  /** ms by the server's clock. */
  now: number
  view: View
}
export interface Run {
  name: string
  args: unknown
  /** The values that the person saw when they decided on the edit; absent = those of the view. */
  kept?: EditBase | null | undefined
  /** Rows that earlier unsent edits deleted. */
  before?: Removals | undefined
}

/**
 * Runs one command over a view. Throws Refusal.
 * @returns the rows that the command wrote and the values that it replaced
 */
export const runCommand = async (
  { commands, person, summary, now, view }: RunContext,
  { name, args, kept, before }: Run,
): Promise<DeviceTx> => {
  const tx = createDeviceTx({ view, actor: actorOf(person, summary), now, kept, before })
  await commandOf(commands, name).run(tx, args)
  return tx
}
