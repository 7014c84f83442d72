import type { Place } from '#schema/entities/comment.ts'
import { commitmentId } from '#schema/entities/commitment.ts'
import { markOf, PUBLIC_MARK } from './isolation.ts'
import type { SimClient } from './sim-client.ts'
import type { Request } from './sim-edit.ts'
import type { Stage } from './steps.ts'
import { talkAt } from './talk.ts'

/**
 * A package with a document, a section and two requirements, made by at most five edits; the rest
 * is from the template.
 */
interface Built {
  packageId: string
  documentId: string
  sectionId: string
  requirementIds: [string, string]
}

const build = async ({ scene }: Stage, author: SimClient): Promise<Built> => {
  const n = scene.next()
  const [isInNewPackage, isInNewDocument] = [scene.random.chance(0.3), scene.random.chance(0.4)]
  const packageId = isInNewPackage ? `y${n}` : 'p1'
  const documentId = isInNewPackage || isInNewDocument ? `yd${n}` : 'd1'
  const [sectionId, requirementIds] = [
    `ys${n}`,
    [`x${scene.next()}`, `x${scene.next()}`] satisfies [string, string],
  ]
  if (isInNewPackage)
    await author.give({
      command: 'packages.create',
      args: { id: packageId, name: packageId, after: null },
    })
  if (documentId !== 'd1')
    await author.give({
      command: 'documents.create',
      args: { id: documentId, packageId, name: documentId, prefix: `Y${n}`, after: null },
    })
  await author.give({
    command: 'requirements.createBulk',
    args: {
      documentId,
      sections: [{ id: sectionId, name: sectionId }],
      requirements: requirementIds.map((id) => ({
        id,
        sectionId,
        name: id,
        definition: scene.template.definition,
        sourceId: null,
      })),
    },
    words: requirementIds.map((id) => ({
      word: id,
      place: { entity: 'requirement', id, field: '' },
    })),
  })
  return { packageId, documentId, sectionId, requirementIds }
}

/** A deletion that removes the first requirement with its parents, but no row of the template. */
const deletionOf = (
  { scene: { random } }: Stage,
  { packageId, documentId, sectionId, requirementIds: [first] }: Built,
): Request =>
  random.pick([
    { command: 'requirements.delete', args: { ids: [first] } },
    { command: 'sections.delete', args: { id: sectionId } },
    documentId === 'd1'
      ? { command: 'sections.delete', args: { id: sectionId } }
      : { command: 'documents.delete', args: { id: documentId } },
    packageId === 'p1'
      ? { command: 'sections.delete', args: { id: sectionId } }
      : { command: 'packages.delete', args: { id: packageId } },
  ])

/** Picks a subject for comments that goes with every deletion, or only with some. */
const pickSubject = (
  { scene: { random } }: Stage,
  { packageId, documentId, requirementIds }: Built,
): Place =>
  random.pick<Place>([
    ...[requirementIds[0], ...requirementIds].map((id) => ({ kind: 'requirement' as const, id })),
    ...(documentId === 'd1' ? [] : [{ kind: 'document' as const, id: documentId }]),
    ...(packageId === 'p1' ? [] : [{ kind: 'package' as const, id: packageId }]),
  ])

const answer = async (
  { scene }: Stage,
  vendor: SimClient,
  requirementId: string,
): Promise<void> => {
  const vendorId = vendor.user.vendorId ?? 0
  const word = `w${scene.next()}${markOf(vendorId)}`
  await vendor.give({
    command: 'commitments.update',
    args: { requirementId, vendorId, values: { n1: word } },
    words: [
      {
        word,
        place: {
          entity: 'commitment',
          id: commitmentId(requirementId, vendorId),
          field: 'values.n1',
        },
      },
    ],
  })
}
const rename = async ({ scene }: Stage, other: SimClient, id: string): Promise<void> => {
  const word = `w${scene.next()}${PUBLIC_MARK}`
  await other.give({
    command: 'requirements.update',
    args: { id, patch: { name: word } },
    words: [{ word, place: { entity: 'requirement', id, field: 'name' } }],
  })
}

/** Vendors ask, requestors reply, and those with the right do more. */
const talk = async (
  { scene, world: { time } }: Stage,
  present: readonly SimClient[],
  subject: Place,
): Promise<void> => {
  const { begin, respond, mark, publish } = talkAt(subject)
  const say = async (client: SimClient, writer: typeof begin): Promise<void> => {
    const request = scene.random.chance(0.8) ? writer(scene, client) : null
    if (request !== null) await client.give(request)
  }
  for (const client of present) if (client.user.vendorId !== null) await say(client, begin)
  await time.runUntil(time.now() + 4_000)
  for (const client of present)
    if (client.user.vendorId === null)
      for (const writer of [respond, mark, publish]) await say(client, writer)
}

/**
 * One person deletes rows that vendors have answered and people have commented on, and undoes that
 * on the same device: with or without a network, before or after it was sent, after a crash or not,
 * while others continue to work on the deleted rows.
 */
export const deleteAndRestore = async (stage: Stage): Promise<void> => {
  const {
    scene,
    world: { time },
    clients,
    house,
  } = stage
  const { random } = scene
  const present = clients.filter(({ user, machine }) => machine.signedIn === user)
  const requestors = present.filter(({ user }) => user.vendorId === null)
  if (requestors.length === 0) return
  const author = random.pick(requestors)
  const pass = (ms: number): Promise<void> => time.runUntil(time.now() + random.below(ms))
  await house.admin().moveTo('PREPARATION')
  author.isOnline = true
  author.tryNow()
  await time.runUntil(time.now() + 6_000)
  const built = await build(stage, author)
  await time.runUntil(time.now() + 4_000)
  await house.admin().moveTo('PUBLISHED')
  await time.runUntil(time.now() + 4_000)
  for (const vendor of present)
    if (vendor.user.vendorId !== null) await answer(stage, vendor, built.requirementIds[0])
  const subject = pickSubject(stage, built)
  await talk(stage, present, subject)
  await time.runUntil(time.now() + 4_000)
  await house.admin().moveTo('PREPARATION')
  await time.runUntil(time.now() + 6_000)
  author.isOnline = random.chance(0.5)
  await author.give(deletionOf(stage, built))
  await pass(6_000)
  for (const other of requestors)
    if (other !== author) await rename(stage, other, built.requirementIds[0])
  const late = requestors.find((one) => one !== author)
  const request =
    late === undefined || random.chance(0.5) ? null : talkAt(subject).respond(scene, late)
  if (request !== null) await late?.give(request)
  if (random.chance(0.3)) author.crash(random.chance(0.3))
  await pass(4_000)
  await author.takeBack()
  await pass(4_000)
  author.isOnline = true
  author.tryNow()
}
