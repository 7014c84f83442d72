import { parseArgs } from 'node:util'
import { ArchiveProblem } from '../archive/archive-problem.ts'

export interface Terminal {
  /** Results. */
  say: (line: string) => void
  /** Progress and problems. */
  tell: (line: string) => void
}
export interface Given {
  /** Options with a value, by name. */
  values: Readonly<Record<string, string | undefined>>
  flags: ReadonlySet<string>
  words: readonly string[]
}
interface Command {
  usage: string
  /** Names of options that take a value, and of those that take none. */
  values?: readonly string[]
  flags?: readonly string[]
  /** @returns false = done, but not as it should be */
  run: (given: Given, terminal: Terminal) => Promise<boolean>
}

/**
 * Runs a command of the operator.
 * @returns the exit code: 0 = done; 1 = the backup is not valid, or incomplete; 2 = could not run
 */
export const runCommand = async (
  { usage, values = [], flags = [], run }: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  try {
    const given = readArguments(args, values, flags)
    if (given.flags.has('help')) {
      terminal.say(usage)
      return 0
    }
    return (await run(given, terminal)) ? 0 : 1
  } catch (error) {
    const isInvalid = error instanceof ArchiveProblem
    // A name or path in a damaged file must not steer the terminal.
    const text = textOf(error).replaceAll(/[^\P{Cc}\n]/gu, '?')
    terminal.tell(`${isInvalid ? 'NOT VALID ' : ''}${text}`)
    return isInvalid ? 1 : 2
  }
}

const readArguments = (
  args: readonly string[],
  values: readonly string[],
  flags: readonly string[],
): Given => {
  const parsed = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(values.map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries([...flags, 'help'].map((name) => [name, { type: 'boolean' as const }])),
    },
  })
  const entries = Object.entries(parsed.values)
  return {
    values: Object.fromEntries(
      entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
    flags: new Set(entries.flatMap(([name, value]) => (value === true ? [name] : []))),
    words: parsed.positionals,
  }
}

const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
