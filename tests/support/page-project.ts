import 'fake-indexeddb/auto'
import { Blob as NodeBlob } from 'node:buffer'
import { locks } from 'node:worker_threads'
import { afterAll, vi } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Session } from '#schema/api/users-service/auth.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import type { RowSet } from './memory-tx.ts'
import { buildOwner, buildProject, buildRows, PROJECT_ID } from './project-rows.ts'

export const buildSession = (changes: Partial<Session> = {}): Session => ({
  userId: 1,
  username: 'owner',
  name: 'Owner',
  roles: [],
  organizationId: 1,
  organizationName: 'City',
  vendorId: null,
  permissions: [],
  isPrimaryContact: false,
  otpActivated: false,
  ...changes,
})

const buildSummary = (
  project: Project,
  { userId: _userId, name: _name, permissions, packageIds, ...me }: ProjectActor,
): ProjectSummary => ({
  ...project,
  me: { ...me, permissions: [...permissions], packageIds: packageIds && [...packageIds] },
  requirementCount: 0,
  favorite: false,
})

interface PageProject {
  rows?: RowSet
  actor?: ProjectActor
  project?: Partial<Project>
  summary?: Partial<ProjectSummary>
  session?: Partial<Session>
}

let organizationId = 0
let end = (): void => undefined
// The device's notes would reach the page after its window has gone.
afterAll(async () => {
  end()
  await new Promise((done) => setImmediate(done))
})

/**
 * Signs a person in on a device that runs in this page, without a server, and gives it a complete
 * copy of one project. The product's own reader, commands and outbox run. Import modules of the
 * client only after this call.
 */
export const openPageProject = async ({
  rows,
  actor = buildOwner(),
  project: changes,
  summary,
  session: sessionChanges,
}: PageProject = {}): Promise<OpenDevice> => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  // Blobs of jsdom cannot be cloned.
  vi.stubGlobal('Blob', NodeBlob)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('There is no server')))
  await startLocale('en')
  const project = buildProject(changes)
  const { enterMemory, inMemoryName } = await import('#client/lib/memory-mode.ts')
  await enterMemory(() => {})
  const { openDevice, closeDevice } = await import('#client/lib/device.ts')
  const { DeviceDatabase, databaseName } = await import('#sync/browser/storage/database.ts')
  end = closeDevice
  closeDevice()
  // Another organization for each call: a database of its own.
  organizationId += 1
  const session = buildSession({
    ...{ userId: actor.userId, name: actor.name, vendorId: actor.vendorId, organizationId },
    ...sessionChanges,
  })
  const database = new DeviceDatabase(inMemoryName(databaseName(session)))
  const all = Object.entries({ ...(rows ?? buildRows()), project: [project] }).flatMap(
    ([entity, list]) => list.map((row) => ({ entity: entity as Entity, row })),
  )
  await database.delta.bulkPut(
    all.map(({ entity, row }, no) => ({
      projectId: PROJECT_ID,
      entity,
      id: row.id,
      bucket: 'all',
      no,
      row,
    })),
  )
  await database.cursor.put({
    projectId: PROJECT_ID,
    epoch: 1,
    buckets: [],
    head: 1,
    rev: 1,
    isComplete: true,
    isDenied: false,
  } as never)
  const home = { etag: '', projects: [{ ...buildSummary(project, actor), ...summary }] }
  await database.meta.put({ key: 'home', home })
  database.close()
  const device = openDevice(session)
  await device.isReady
  return device
}

/** The edits that the device keeps for the server, oldest first. */
export const editsOf = async ({ database }: OpenDevice) =>
  (await database.outbox.orderBy(':id').toArray()).map(({ command, args }) => ({ command, args }))
