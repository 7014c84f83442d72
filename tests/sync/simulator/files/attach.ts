import { createHash } from 'node:crypto'
import { attachmentId } from '#schema/entities/attachment.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'
import { PROJECT_ID } from '../../../support/project-rows.ts'
import { markOf, PUBLIC_MARK } from '../isolation.ts'
import type { SimClient } from '../sim-client.ts'
import type { Scene } from '../workload.ts'

/** A file that a person chose on a device. */
export interface SimFile {
  id: string
  content: Buffer
  contentHash: string
  name: string
  requirementId: string
  /** Its last name on this device. */
  alias: string
  /** The browser evicted the database that knew the file. */
  isEvicted: boolean
  /** A sign-out removed the kept edit of the file. */
  isForgotten: boolean
  /** A server had taken the file, and went back to a state before it. */
  isLost: boolean
}

export const hashOf = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex')
export const rowIdOf = ({ id }: Pick<SimFile, 'id'>, { user }: Pick<SimClient, 'user'>): string =>
  attachmentId(id, user.vendorId)
export const argsOf = ({
  id,
  content,
  contentHash,
  name,
  requirementId,
}: SimFile): CommandArgs['attachments.create'] => ({
  projectId: PROJECT_ID,
  id,
  place: { kind: 'requirement', id: requirementId },
  file: { contentHash, bytes: content.length, mime: 'text/plain' },
  name,
  alias: '',
  description: '',
})

/** Everyone may read files of requestors. */
const markFor = ({ user }: SimClient): string =>
  user.vendorId === null ? PUBLIC_MARK : markOf(user.vendorId)

const newFile = (
  { random, next, template }: Scene,
  client: SimClient,
  content: Buffer,
): SimFile => {
  const n = next()
  return {
    id: `f${n}`,
    content,
    contentHash: hashOf(content),
    name: `w${n}${markFor(client)}.txt`,
    requirementId: random.pick(template.requirementIds),
    alias: '',
    isEvicted: false,
    isForgotten: false,
    isLost: false,
  }
}

/**
 * One person chooses a file; sometimes with the bytes of another file, of their own or of another
 * person.
 */
export const attach = async (scene: Scene, clients: readonly SimClient[]): Promise<void> => {
  const { random } = scene
  const client = random.pick(clients)
  const others = clients.flatMap(({ chosen }) => chosen)
  const content =
    others.length > 0 && random.chance(0.15)
      ? random.pick(others).content
      : Buffer.from(`file ${scene.next()} ${'.'.repeat(random.below(900))}`)
  await client.choose(newFile(scene, client, content))
}

/** One person chooses a file, and renames it while it waits or is being sent. */
export const attachAndName = async (
  scene: Scene,
  clients: readonly SimClient[],
  pass: (mostMs: number) => Promise<void>,
): Promise<void> => {
  const { random } = scene
  const client = random.pick(clients)
  const file = newFile(scene, client, Buffer.from(`file ${scene.next()}`))
  await client.choose(file)
  await pass(1_500)
  client.nameFile(file, `w${scene.next()}${markFor(client)}`)
}

/** A vendor names the bytes of another vendor by a known hash, and sends none. */
export const guess = async (scene: Scene, clients: readonly SimClient[]): Promise<void> => {
  const vendors = clients.filter(({ user }) => user.vendorId !== null)
  if (vendors.length === 0) return
  const client = scene.random.pick(vendors)
  const foreign = vendors
    .filter(({ user }) => user.vendorId !== client.user.vendorId)
    .flatMap(({ chosen }) => chosen)
  if (foreign.length === 0) return
  await client.give({
    command: 'attachments.create',
    args: argsOf(newFile(scene, client, scene.random.pick(foreign).content)),
  })
}
