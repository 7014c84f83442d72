import { describe, expect, test } from 'vitest'
import { buildTx, runCommand } from '../../../tests/support/memory-tx.ts'
import {
  buildCommitment,
  buildDefinition,
  buildOwner,
  buildParameter,
  buildProject,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import type { Parameter } from '../../entities/parameter.ts'
import { Refusal } from '../../refusal.ts'
import { messageText } from '../../tables/messages.ts'
import { planSubmit } from '../answers/bulk-submit.ts'
import { canonicalContent } from '../answers/commitments.ts'
import { patternSizes, validateDefinition } from '../definition/definition-validation.ts'
import { ANSWER_STEPS, MatchEffort } from '../definition/match-effort.ts'
import { validateAnswer } from '../definition/parameter-validation.ts'
import { parseDefinition } from '../definition/parameters.ts'
import { PATTERN_SIZES, patternSize } from './safe-regex.ts'

/** A field of 20 patterns; different ones where `isDifferent`. */
const heavy = (n: number, isDifferent = true): Parameter =>
  buildParameter({
    id: `f${n}`,
    key: `f${n}`,
    name: `Field ${n}`,
    validations: Array.from({ length: 20 }, (_, i) => ({
      kind: 'regex',
      value: `(a?){490}${isDifferent ? `x${n}y${i}` : ''}$`,
    })),
  })
const fields = (count: number, isDifferent = true) =>
  Array.from({ length: count }, (_, n) => heavy(n, isDifferent))
const definitionOf = (answer: Parameter[]) => parseDefinition(buildDefinition({ answer }))

describe('the patterns of one requirement', () => {
  test('[RX7] are refused where they are too large together, at the one that is too many, with how to mend it', () => {
    const [problem] = validateDefinition(definitionOf(fields(20)))
    expect(problem).toMatchObject({
      path: 'suppliersCommitment.parameters.0.validations.5.value',
      code: 'validation.patterns',
    })
    expect(messageText(problem?.code ?? 'CONFLICT', problem?.detail)).toMatch(
      /^The expressions of this requirement are too large together \(\d+, at most 5000\)\. Remove the expression \(a\?\)\{490\}x0y5\$ of the field Field 0/,
    )
  })

  test('[RX7] count once however often they are used, in both halves and inside groups', () => {
    expect(patternSizes(definitionOf(fields(20, false)))).toBeLessThan(1_000)
    const inGroup = buildParameter({ id: 'g', key: 'g', isGroup: true, parameters: [heavy(1)] })
    const content = parseDefinition(buildDefinition({ content: [heavy(0)], answer: [inGroup] }))
    expect(patternSizes(content)).toBeGreaterThan(30 * 980)
    expect(validateDefinition(content).map(({ code }) => code)).toEqual(['validation.patterns'])
  })

  test('[RX7] may be many where they are ordinary', () => {
    const ordinary = Array.from({ length: 200 }, (_, n) =>
      buildParameter({
        id: `f${n}`,
        key: `f${n}`,
        validations: [{ kind: 'regex', value: `^${n}-[A-Z]{2}\\d{1,4}$` }],
      }),
    )
    expect(patternSizes(definitionOf(ordinary))).toBeLessThan(PATTERN_SIZES)
    expect(validateDefinition(definitionOf(ordinary))).toEqual([])
  })

  test('[RX8] that were saved before there was a bound stay while the rest is edited, and never grow', async () => {
    const memory = buildTx({
      rows: buildRows({
        requirement: [buildRequirement({ definition: buildDefinition({ answer: fields(20) }) })],
      }),
      actor: buildOwner(),
    })
    const save = (answer: Parameter[]) =>
      runCommand(memory, 'requirements.update', {
        projectId: PROJECT_ID,
        id: 'r1',
        patch: { definition: buildDefinition({ answer }) },
      })
    await save(fields(20).map((field) => ({ ...field, name: 'Another name' })))
    await save(fields(19))
    await expect(save(fields(20))).rejects.toMatchObject({
      code: 'validation.patterns',
      field: 'definition.suppliersCommitment.parameters.0.validations.5.value',
    })
  })
})

test('[RX6] a pattern counts its states, with repetitions written out', () => {
  expect(['ab', 'a{10}', '(ab){2,3}', 'a|b'].map(patternSize)).toEqual([2, 10, 7, 3])
})

test('[RX5] one answer takes a bounded number of steps, and says at which field it ran out', () => {
  const definition = definitionOf(fields(20))
  const values = Object.fromEntries(fields(20).map(({ id }) => [id, 'a'.repeat(1_000)]))
  const effort = new MatchEffort()
  const problems = validateAnswer({ definition, values, releases: [] }, effort)
  expect(ANSWER_STEPS - effort.left).toBeLessThan(1.01 * ANSWER_STEPS)
  expect(problems[0]).toMatchObject({ field: 'f0', code: 'validation.effort' })
})

test('[RX9] a device checks many answers within a bounded number of steps; the server decides about the rest', async () => {
  const answer = [buildParameter({ id: 'r', validations: [{ kind: 'required' }] }), ...fields(1)]
  const requirement = Array.from({ length: 100 }, (_, n) =>
    buildRequirement({ id: `r${n}`, definition: buildDefinition({ answer }) }),
  )
  const values = { r: 'filled', f0: 'a'.repeat(1_000) }
  const answers = new Map(requirement.map(({ id }) => [id, { submitted: false, values }]))
  const { ready, invalid } = planSubmit(requirement, answers, [])
  expect([ready.length + invalid.length, invalid.length > 10, ready.length > 50]).toEqual([
    100,
    true,
    true,
  ])
  const empty = new Map(
    requirement.map(({ id }) => [id, { submitted: false, values: { f0: values.f0 } }]),
  )
  expect(planSubmit(requirement, empty, []).ready).toEqual([])

  const commitment = requirement.map(({ id }) => buildCommitment({ requirementId: id, values }))
  const submittedOn = async (isServer: boolean, asked: readonly { id: string }[]) => {
    const memory = buildTx({
      rows: buildRows({ project: [buildProject({ state: 'PUBLISHED' })], requirement, commitment }),
      actor: buildVendorContact(),
      isServer,
    })
    const contentHash = memory.tx.sha256(canonicalContent(values))
    const submitted = await runCommand(memory, 'commitments.submit', {
      projectId: PROJECT_ID,
      vendorId: 7,
      items: asked.map(({ id }) => ({ requirementId: id, contentHash })),
    }).catch((error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    })
    return typeof submitted === 'string'
      ? submitted
      : memory.rows('commitment').filter((row) => row.submitted).length
  }
  expect(await submittedOn(false, requirement)).toBe(ready.length)
  // What the device let pass unchecked, the server refuses.
  expect(await submittedOn(true, ready.slice(0, 1))).toBe('SUBMIT_INVALID')
})
