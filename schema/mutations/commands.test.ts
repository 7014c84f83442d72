import * as v from 'valibot'
import { expect, test } from 'vitest'
import { COMMAND_INPUTS, COMMANDS } from './inputs.ts'
import { isCommand, MUTATIONS } from './index.ts'

test('[CF10] every command name has one mutation with its own input', () => {
  expect(Object.keys(MUTATIONS).sort()).toEqual([...COMMANDS].sort())
  for (const name of COMMANDS) expect(MUTATIONS[name].input).toBe(COMMAND_INPUTS[name])
})

test('[CF10] names that objects inherit are not commands', () => {
  expect(isCommand('commitments.update')).toBe(true)
  expect(isCommand('toString')).toBe(false)
  expect(isCommand('__proto__')).toBe(false)
})

test('[CF11] commands refuse unknown keys', () => {
  for (const name of COMMANDS)
    expect(v.safeParse(COMMAND_INPUTS[name], { projectId: 'p', surprise: 1 }).success).toBe(false)
})

test('[CF12] every deletion can be undone', () => {
  expect(
    COMMANDS.filter(
      (command) => command.endsWith('.delete') && MUTATIONS[command].inverse === undefined,
    ),
  ).toEqual([])
})
