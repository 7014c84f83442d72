import { parseArgs } from 'node:util'
import type { ProjectState } from '#schema/entities/project.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedOrganization, seedProject, seedUser } from '#server/database/seed.ts'
import { makeScale, scaleProject, type ScaleShape } from './scale-rows.ts'

const PASSWORD = 'Bench-2026!'

export interface LoadedBench {
  projectId: string
  documentIds: string[]
  vendorId: number
  commitments: number
  owner: string
  contacts: string[]
  password: string
}

interface LoadOptions {
  dataDir: string
  databaseUrl?: string | undefined
  commitments: number
  state?: ProjectState
  shape?: ScaleShape
}

/**
 * Fills an empty database with one project of N requirements, published by default, each answered
 * by one vendor with two contacts.
 */
export const loadBench = async ({
  dataDir,
  databaseUrl,
  commitments,
  state = 'PUBLISHED',
  shape,
}: LoadOptions): Promise<LoadedBench> => {
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    if (
      (await database.queries.selectFrom('users').select('id').limit(1).executeTakeFirst()) !==
      undefined
    )
      throw new Error('The database is not empty')
    const organizationId = await seedOrganization(database, { name: 'Bench City' })
    const vendorId = await seedOrganization(database, {
      name: 'Bench Vendor',
      parentId: organizationId,
    })
    const ownerId = await seedUser(database, {
      username: 'bench-owner',
      password: PASSWORD,
      firstname: 'Bench',
      lastname: 'Owner',
      organizationId,
      roles: ['role-org-admin'],
    })
    const contacts = ['bench-vendor-a', 'bench-vendor-b']
    const people = await Promise.all(
      contacts.map((username) =>
        seedUser(database, {
          username,
          password: PASSWORD,
          firstname: 'Bench',
          lastname: username.slice(-1).toUpperCase(),
          organizationId: vendorId,
          roles: ['role-vendor-contact'],
        }),
      ),
    )
    const projectId = 'bench-project'
    const project = scaleProject(makeScale(commitments, shape), commitments, {
      projectId,
      organizationId,
      ownerId,
      ownerName: 'Bench Owner',
      vendorId,
      state,
    })
    await seedProject(database, {
      ...project,
      grants: people.map((userId) => ({ vendorId, userId, packageIds: null })),
    })
    return {
      projectId,
      documentIds: project.rows.flatMap(({ entity, row }) =>
        entity === 'document' ? [row.id] : [],
      ),
      vendorId,
      commitments,
      owner: 'bench-owner',
      contacts,
      password: PASSWORD,
    }
  } finally {
    await database.close()
  }
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      commitments: { type: 'string', default: '10000' },
      'data-dir': { type: 'string', default: 'data-bench' },
      'database-url': { type: 'string' },
    },
  })
  const loaded = await loadBench({
    dataDir: values['data-dir'],
    databaseUrl: values['database-url'],
    commitments: Number(values.commitments),
  })
  process.stdout.write(`${JSON.stringify(loaded, null, 2)}\n`)
}
