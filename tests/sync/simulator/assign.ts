import type { Random } from './random.ts'
import type { SimClient } from './sim-client.ts'
import type { Request } from './sim-edit.ts'
import type { SimUser, Template } from './template.ts'

interface Scene {
  random: Random
  template: Template
}
type Writer = (scene: Scene, client: SimClient) => Request

const HALVES = ['1', '2'] as const
/** People whom an edit may name: mostly those on the side of the writer, who may be accepted. */
const pickPerson = ({ random, template }: Scene, { user }: SimClient): SimUser => {
  const { owner, author, evaluator, veras, others } = template
  const everyone = [owner, author, evaluator, ...veras, ...others]
  const own = everyone.filter(({ vendorId }) => vendorId === user.vendorId)
  return random.pick(random.chance(0.9) ? own : everyone)
}

/** Owners of packages and documents, one or several at once. */
const setOwners: Writer = (scene, client) => {
  const { random } = scene
  const some = (prefix: 'p' | 'd'): string[] =>
    HALVES.filter(() => random.chance(0.5)).map((half) => `${prefix}${half}`)
  return {
    command: 'owners.set',
    args: {
      ownerId: random.chance(0.2) ? null : pickPerson(scene, client).userId,
      packageIds: some('p'),
      documentIds: some('d'),
    },
  }
}
const setMember: Writer = (scene, client) => ({
  command: scene.random.chance(0.6) ? 'documents.addMember' : 'documents.removeMember',
  args: { id: `d${scene.random.pick(HALVES)}`, userId: pickPerson(scene, client).userId },
})

/** A document of the project, or one of its sections, as a part of the writer's vendor. */
const placeOf = ({ random }: Scene, { user }: SimClient) => {
  const half = random.pick(HALVES)
  return {
    vendorId: user.vendorId ?? 0,
    documentId: `d${half}`,
    sectionId: random.chance(0.5) ? random.pick([`s${half}`, `t${half}`]) : null,
  }
}
const givePart: Writer = (scene, client) => {
  const { random } = scene
  const place = placeOf(scene, client)
  const patch = random.pick<() => Record<string, unknown>>([
    () => ({ userId: random.chance(0.2) ? null : pickPerson(scene, client).userId }),
    () => ({ dueOn: random.chance(0.2) ? null : `2027-03-1${random.below(10)}` }),
    () => ({ userId: pickPerson(scene, client).userId, dueOn: '2027-03-20' }),
    ...(place.sectionId === null
      ? [
          () => ({ needsApproval: random.chance(0.3) }),
          () => ({ submitters: [pickPerson(scene, client).userId] }),
        ]
      : []),
  ])()
  return { command: 'parts.update', args: { ...place, patch } }
}
const markReady: Writer = (scene, client) => ({
  command: 'parts.setReady',
  args: { ...placeOf(scene, client), isReady: scene.random.chance(0.7) },
})

/** Who owns and edits content, and who answers what inside a vendor. */
export const assign: Writer = (scene, client) => {
  const { random } = scene
  const writers =
    client.user.vendorId === null ? [setOwners, setMember] : [givePart, givePart, markReady]
  return random.pick(writers)(scene, client)
}
