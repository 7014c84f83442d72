import * as v from 'valibot'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { EditBase, Mutation, RemovedRow } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import {
  actorOf,
  createDeviceTx,
  type DeviceTx,
  type Person,
  type Removals,
  type View,
} from '../overlay/device-tx.ts'
import type { UndoCommand } from '../ports.ts'

/** The table of mutations as the engine sees it: arguments are checked by the mutation's own schema. */
export interface Command {
  input: v.GenericSchema
  run(tx: DeviceTx, args: unknown): Promise<void>
  inverse(args: unknown, base: EditBase, removed: readonly RemovedRow[]): UndoCommand[] | null
  coalesce(earlier: unknown, later: unknown): unknown
  spread: readonly string[]
}
export type Commands = Readonly<Record<string, Command>>

/** Binds a table of typed mutations so that commands can be run by name. */
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
        } satisfies Command,
      ]
    }),
  )

export const commandOf = (commands: Commands, name: string): Command => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new Error(`There is no command ${name}`)
  return command
}

/** The arguments as the schema accepts them, or a refusal that names the field. */
export const parseArgs = (command: Command, args: unknown): unknown => {
  const parsed = v.safeParse(command.input, args)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? ''
  throw new Refusal('INPUT_INVALID', { field, detail: { field, problem: issue.message } })
}

export interface RunContext {
  commands: Commands
  person: Person
  summary: ProjectSummary
  now: number
}

/** Runs one command over a view and answers what it wrote and which values it replaced. Throws Refusal. */
export const runCommand = async (
  context: RunContext,
  view: View,
  name: string,
  args: unknown,
  kept: EditBase | null = null,
  before?: Removals,
): Promise<DeviceTx> => {
  const tx = createDeviceTx(
    view,
    actorOf(context.person, context.summary),
    context.now,
    kept,
    before,
  )
  await commandOf(context.commands, name).run(tx, args)
  return tx
}
