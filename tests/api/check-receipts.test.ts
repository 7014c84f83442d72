import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { type Commitment, commitmentId } from '#schema/entities/commitment.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { checkReceipts, receiptEntry, receiptsText } from '#schema/rules/answers/receipt.ts'
import { newestIfThere } from './newest.ts'
import { buildWorld, PROJECT as id, type Username, type World } from './world.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const ANSWER = { met: 50, 'met.release': 0, note: 'Out of the box' }
const REQUIREMENT = 'r1'

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})
const build = async (): Promise<World> => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0, sealed: true } })
  return world
}

const versionOf = async (of: World) =>
  await newestIfThere(of, 'commitment', commitmentId(REQUIREMENT, of.companies.alpha))

/**
 * Alpha writes and submits an answer.
 * @returns the answer with the server's receipt
 */
const submit = async (of: World, values: Commitment['values']): Promise<Commitment> => {
  const { as, companies } = of
  const updatedOn = await versionOf(of)
  const alpha = await as('alpha-contact')
  const scope = { projectId: id, vendorId: companies.alpha }
  await alpha.call(API.commitments.updateBulk, {
    body: { ...scope, items: [{ requirementId: REQUIREMENT, updatedOn, values }] },
  })
  const items = [{ requirementId: REQUIREMENT, contentHash: sha256(canonicalContent(values)) }]
  const { submitted } = await alpha.call(API.commitments.submit, { body: { ...scope, items } })
  const [answer] = submitted
  if (answer === undefined) throw new Error('Nothing was submitted')
  return answer
}
/** The content of a downloaded receipt, as the screen sends it. */
const shownOf = (answer: Commitment) => {
  const entry = receiptEntry('FUN-0001', answer)
  const [found] = checkReceipts(receiptsText('Functions', entry === null ? [] : [entry]), sha256)
  if (found === undefined || found.answerId === null) throw new Error('The file names no answer')
  const { answerId, submittedOn, by, contentHash, seal } = found
  return { answerId, submittedOn, by, contentHash, ...(seal === null ? {} : { seal }) }
}
type Shown = ReturnType<typeof shownOf>
const check = async ({ as }: World, username: Username, ...receipts: Shown[]) =>
  await (
    await as(username)
  ).call(API.commitments.checkReceipts, { params: { id }, body: { receipts } })
const without = ({ seal: _seal, ...rest }: Shown): Shown => rest

test('[RC1] a receipt is genuine while its answer stands, and counts as an earlier one after that', async () => {
  const built = await build()
  const first = shownOf(await submit(built, ANSWER))
  expect(await check(built, 'alpha-primary', first)).toEqual(['genuine'])
  const second = shownOf(await submit(built, { ...ANSWER, note: 'Better' }))
  expect(await check(built, 'alpha-primary', first, second)).toEqual(['earlier', 'genuine'])
  // The stored receipt is the second one: only the seal vouches for the first.
  expect(await check(built, 'alpha-primary', without(first), without(second))).toEqual([
    'unknown',
    'genuine',
  ])
  // The answer was edited since, and is not submitted again.
  await (
    await built.as('alpha-contact')
  ).call(API.commitments.updateBulk, {
    body: {
      projectId: id,
      vendorId: built.companies.alpha,
      items: [
        {
          requirementId: REQUIREMENT,
          updatedOn: await versionOf(built),
          values: { ...ANSWER, note: 'Later' },
        },
      ],
    },
  })
  expect(await check(built, 'alpha-primary', second, without(second))).toEqual([
    'earlier',
    'earlier',
  ])
})

test('[RC2] any alteration of what a receipt states makes it unknown', async () => {
  const built = await build()
  const shown = shownOf(await submit(built, ANSWER))
  const altered: Shown[] = [
    { ...shown, submittedOn: shown.submittedOn - 1 },
    { ...shown, by: 'Another' },
    { ...shown, contentHash: 'a'.repeat(64) },
    { ...shown, answerId: shown.answerId.replace('r1', 'r2') },
  ]
  expect(await check(built, 'alpha-primary', ...altered)).toEqual(altered.map(() => 'unknown'))
  expect(await check(built, 'alpha-primary', { ...shown, seal: 'a'.repeat(64) })).toEqual([
    'genuine',
  ])
  expect(
    await check(built, 'alpha-primary', {
      ...shown,
      contentHash: 'a'.repeat(64),
      seal: 'a'.repeat(64),
    }),
  ).toEqual(['unknown'])
})

test('[RC3] another vendor learns nothing of a receipt, and a person outside the project is refused', async () => {
  const built = await build()
  const shown = shownOf(await submit(built, ANSWER))
  expect(await check(built, 'beta-primary', shown)).toEqual(['unknown'])
  for (const username of ['gamma-primary', 'village-admin', 'clerk', 'alpha-ungranted'] as const) {
    const { status } = await (
      await built.as(username)
    ).raw('POST', `/projects-service/projects/${id}/receipts/check`, { receipts: [shown] })
    expect([username, status]).toEqual([username, 403])
  }
})

test('[RC4] while answers are sealed a requestor learns only what the seal proves, and cannot guess contents', async () => {
  const built = await build()
  const shown = shownOf(await submit(built, ANSWER))
  expect(await check(built, 'owner', shown)).toEqual(['given'])
  // A right guess of all stored values gets the same answer as a wrong one.
  expect(
    await check(built, 'owner', without(shown), { ...without(shown), contentHash: 'b'.repeat(64) }),
  ).toEqual(['unknown', 'unknown'])
  await submit(built, { ...ANSWER, note: 'Better' })
  expect(await check(built, 'owner', shown)).toEqual(['given'])
  await built.setProject({ state: 'EVALUATION' })
  expect(await check(built, 'owner', shown)).toEqual(['earlier'])
})

test('[RC5] sending no receipt, or more than 500 at once, is refused with a named error', async () => {
  const built = await build()
  const shown = shownOf(await submit(built, ANSWER))
  const alpha = await built.as('alpha-primary')
  for (const receipts of [
    [],
    Array.from({ length: 501 }, () => shown),
    [{ ...shown, contentHash: 'x' }],
  ]) {
    const { status, text } = await alpha.raw(
      'POST',
      `/projects-service/projects/${id}/receipts/check`,
      { receipts },
    )
    expect([status, text]).toEqual([400, expect.stringContaining('receipts')])
  }
  const most = Array.from({ length: 500 }, () => shown)
  expect(await check(built, 'alpha-primary', ...most)).toEqual(most.map(() => 'genuine'))
})
