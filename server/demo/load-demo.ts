import type { Database } from '../database/database.ts'
import {
  seedDemoAccounts,
  seedOrganization,
  seedProject,
  seedUser,
  type NewProject,
} from '../database/seed.ts'
import {
  evaluatedProject,
  publishedProject,
  type ReportingVendor,
} from './accessibility-projects.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoUsername } from './accounts.ts'
import { draftProject } from './asvs-project.ts'
import { demoLog } from './demo-log.ts'
import { DEMO_ZONE, type DemoFrame, type DemoProject } from './demo-project.ts'
import { readReport } from './openacr-catalogue.ts'
import type { Progress } from './vendor-answers.ts'

const REQUESTOR = 'Demo Requestor'
interface DemoVendorOrganization {
  key: 'drupal' | 'plone' | 'nvda'
  name: string
  report: string
  progress: Progress
}
const VENDORS: readonly DemoVendorOrganization[] = [
  { key: 'drupal', name: 'Drupal', report: 'drupal-9', progress: { given: 92, submitted: 60 } },
  { key: 'plone', name: 'Plone', report: 'Plone-5', progress: { given: 0, submitted: 0 } },
  { key: 'nvda', name: 'NVDA', report: 'NVDA-2018', progress: { given: 12, submitted: 3 } },
]

/** Fills a new database with the demo: one requestor, three vendors and three projects. */
export const loadDemo = async (database: Database, now = Date.now()): Promise<void> => {
  const organizations = await loadOrganizations(database)
  const users = await loadUsers(database, organizations)
  const person = (username: DemoUsername) => ({
    id: found(users, username),
    name: nameOf(username),
  })

  const frame: DemoFrame = {
    organization: { id: found(organizations, 'requestor'), name: REQUESTOR },
    owner: person('owner'),
    now,
  }
  const vendors = VENDORS.map(({ key, name, report, progress }): ReportingVendor => ({
    id: found(organizations, key),
    name,
    report: readReport(report),
    progress,
    contact: person(`${key}-primary`),
  }))
  const approver = { userId: person('evaluator').id, roles: ['role-project-req-approver'] } as const
  const author = { userId: person('author').id, roles: ['role-project-req-author'] } as const
  const speaker = (username: DemoUsername) => {
    const vendor = VENDORS.find(({ key }) => username.startsWith(`${key}-`))
    return {
      ...person(username),
      vendorId: vendor === undefined ? null : found(organizations, vendor.key),
    }
  }
  const cast = { vendors, evaluator: person('evaluator'), members: [approver, author], speaker }

  const grants = VENDORS.map(({ key }) => ({
    vendorId: found(organizations, key),
    userId: person(`${key}-contact`).id,
    packageIds: null,
  }))
  const contacts = new Map(vendors.map(({ id, contact }) => [id, contact.id]))
  const projects = [
    publishedProject(frame, cast),
    evaluatedProject(frame, cast),
    draftProject(frame, cast.members),
  ]
  for (const project of projects) {
    await seedProject(database, {
      ...seedOf(project),
      log: demoLog(project, contacts),
      grants: project.vendors.length > 0 ? grants : [],
      favoriteOf: [frame.owner.id],
    })
  }
  // Seed the accounts last: the sign-in page offers them only once all their data exists.
  await seedDemoAccounts(
    database,
    DEMO_ACCOUNTS.map(({ username, label, organization }) => ({
      username,
      password: DEMO_PASSWORD,
      name: nameOf(username),
      role: label,
      organization: organizationName(organization),
    })),
  )
}

const loadOrganizations = async (database: Database): Promise<Map<string, number>> => {
  const requestor = await seedOrganization(database, {
    name: REQUESTOR,
    description: 'The organization that asks.',
    zone: DEMO_ZONE,
  })
  const ids = new Map([['requestor', requestor]])
  for (const { key, name } of VENDORS)
    ids.set(key, await seedOrganization(database, { name, parentId: requestor, zone: DEMO_ZONE }))
  return ids
}

/** Creates accounts in parallel, because deriving the hash of a password is slow by design. */
const loadUsers = async (
  database: Database,
  organizations: ReadonlyMap<string, number>,
): Promise<Map<string, number>> => {
  const entries = await Promise.all(
    DEMO_ACCOUNTS.map(
      async ({ username, firstName, lastName, organization, roles, isPrimaryContact }) => {
        const person = {
          username,
          password: DEMO_PASSWORD,
          firstname: firstName,
          lastname: lastName,
          roles,
          isPrimaryContact,
        }
        return [
          username,
          await seedUser(database, {
            ...person,
            email: `${username}@example.org`,
            organizationId: found(organizations, organization),
          }),
        ] as const
      },
    ),
  )
  return new Map(entries)
}

const seedOf = (demo: DemoProject): NewProject => {
  const { project, members, vendors, commitments } = demo
  const rows: NewProject['rows'][number][] = [
    ...vendors.map(({ id, name }) => {
      const own = commitments.filter(({ vendorId }) => vendorId === id)
      const counts =
        project.sealed && project.state === 'PUBLISHED'
          ? null
          : { answered: own.length, submitted: own.filter(({ submitted }) => submitted).length }
      return {
        entity: 'projectVendor' as const,
        row: {
          id: `${project.id}.${id}`,
          projectId: project.id,
          vendorId: id,
          name,
          addedOn: project.publishedOn ?? project.createdOn,
          started: own.length > 0,
          allSubmitted: false,
          answered: counts?.answered ?? null,
          submitted: counts?.submitted ?? null,
          updatedOn: project.updatedOn,
        },
      }
    }),
    ...demo.releases.map((row) => ({ entity: 'release' as const, row })),
    ...demo.packages.map((row) => ({ entity: 'package' as const, row })),
    ...demo.documents.map((row) => ({ entity: 'document' as const, row })),
    ...demo.sections.map((row) => ({ entity: 'section' as const, row })),
    ...demo.requirements.map((row) => ({ entity: 'requirement' as const, row })),
    ...commitments.map((row) => ({ entity: 'commitment' as const, row })),
    ...demo.overrides.map((row) => ({ entity: 'override' as const, row })),
    ...demo.comments.map((row) => ({ entity: 'comment' as const, row })),
    ...demo.replies.map((row) => ({ entity: 'reply' as const, row })),
    ...demo.publications.map((row) => ({ entity: 'publication' as const, row })),
  ]
  return { project, rows, members }
}

const nameOf = (wanted: DemoUsername): string => {
  const { firstName, lastName } =
    DEMO_ACCOUNTS.find(({ username }) => username === wanted) ?? DEMO_ACCOUNTS[0]
  return `${firstName} ${lastName}`
}
const organizationName = (key: string): string =>
  VENDORS.find((vendor) => vendor.key === key)?.name ?? REQUESTOR
const found = (ids: ReadonlyMap<string, number>, key: string): number => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`the demo has no ${key}`)
  return id
}
