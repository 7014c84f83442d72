import type { Row } from '#schema/entities/rows.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { migrate } from '#server/database/migrate.ts'
import { seedOrganization, seedProject, seedUser } from '#server/database/seed.ts'
import {
  buildDefinition,
  buildDocument,
  buildPackage,
  buildParameter,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildSection,
  buildStatement,
} from '../../support/project-rows.ts'
import { openMemory } from './memory-database.ts'
import { createStage, type Stage } from './stage.ts'

/** Fields of an answer that hold a word. */
export const FIELDS = ['note', 'n1', 'n2'] as const
/** Parameters of a requirement's content that are renamed. */
export const CONTENTS = ['c1', 'c2'] as const
export const STATEMENT = 'met'
/** A word that the database refuses, although it breaks no rule. */
export const POISON = 'poison'

export interface SimUser {
  userId: number
  name: string
  vendorId: number | null
}
export interface Template {
  /** The initial database of every run, for one run at a time. */
  image: Buffer
  stage: Stage
  definition: string
  owner: SimUser
  author: SimUser
  evaluator: SimUser
  /** The primary contact of the first vendor, and two colleagues. */
  veras: SimUser[]
  /** Contacts of the other vendor. */
  others: SimUser[]
  requirementIds: string[]
}

interface Place {
  id: string
  half: '1' | '2'
}
const places = (count: number): Place[] =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n}`, half: n < count / 2 ? '1' : '2' }))
const rankOf = (n: number): string => `V${String(n * 2).padStart(5, '0')}`

/** Two content parameters, a statement and three texts to answer. */
export const ANSWER_DEFINITION = buildDefinition({
  content: CONTENTS.map((id) => buildParameter({ id, key: id, name: id })),
  answer: [
    buildStatement({ id: STATEMENT, key: STATEMENT, validations: [] }),
    ...FIELDS.map((id) => buildParameter({ id, key: id, name: id })),
  ],
})

const buildStructure = (requirements: readonly Place[]) => [
  ...(['1', '2'] as const).flatMap((n) => [
    {
      entity: 'package' as const,
      row: buildPackage({ id: `p${n}`, rank: rankOf(Number(n)), weight: 50 }),
    },
    {
      entity: 'document' as const,
      row: buildDocument({ id: `d${n}`, packageId: `p${n}`, prefix: `D${n}`, weight: 100 }),
    },
    {
      entity: 'section' as const,
      row: buildSection({ id: `s${n}`, packageId: `p${n}`, documentId: `d${n}` }),
    },
    {
      entity: 'section' as const,
      row: buildSection({ id: `t${n}`, packageId: `p${n}`, documentId: `d${n}`, rank: 'X00000' }),
    },
  ]),
  { entity: 'release' as const, row: buildRelease() },
  ...requirements.map(({ id, half }, n) => ({
    entity: 'requirement' as const,
    row: buildRequirement({
      id,
      packageId: `p${half}`,
      documentId: `d${half}`,
      sectionId: `s${half}`,
      fullId: `D${half}-${String(n).padStart(4, '0')}`,
      definition: ANSWER_DEFINITION,
      rank: rankOf(n),
      status: 'OLD',
    }),
  })),
]

/**
 * One published project of two packages with an owner, an author, an evaluator, three contacts of
 * one vendor and two of another.
 */
export const createTemplate = async (requirementCount = 6): Promise<Template> => {
  const { database, connection } = openMemory()
  await migrate(database)
  const city = await seedOrganization(database, { name: 'City' })
  const vendor = await seedOrganization(database, { name: 'Vendor 7', parentId: city })
  const otherVendor = await seedOrganization(database, { name: 'Vendor 8', parentId: city })
  const user = async (
    firstname: string,
    organizationId: number,
    roles: RoleId[],
    { isPrimaryContact = false } = {},
  ): Promise<SimUser> => {
    const userId = await seedUser(database, {
      username: firstname,
      password: 'x',
      firstname,
      lastname: 'Doe',
      organizationId,
      roles,
      isPrimaryContact,
      iterations: 1,
    })
    return {
      userId,
      name: `${firstname} Doe`,
      vendorId: organizationId === city ? null : organizationId,
    }
  }
  const owner = await user('Olga', city, ['role-org-admin'])
  const author = await user('Arne', city, [])
  const evaluator = await user('Eva', city, [])
  const veras = [
    await user('Vera', vendor, ['role-vendor-contact', 'role-vendor-primary-contact'], {
      isPrimaryContact: true,
    }),
    await user('Viktor', vendor, ['role-vendor-contact']),
    await user('Vlasta', vendor, ['role-vendor-contact']),
  ]
  const others = [
    await user('Xenia', otherVendor, ['role-vendor-contact']),
    await user('Xaver', otherVendor, ['role-vendor-contact']),
  ]
  const project: Row<'project'> = buildProject({
    state: 'PUBLISHED',
    organizationId: city,
    ownerId: owner.userId,
    ownerName: owner.name,
    publishedOn: 1,
  })
  const requirements = places(requirementCount)
  await seedProject(database, {
    project,
    rows: [
      ...buildStructure(requirements),
      ...[vendor, otherVendor].map((id) => ({
        entity: 'projectVendor' as const,
        row: { ...buildProjectVendor(id), id: `pv${id}` },
      })),
    ],
    members: [
      { userId: author.userId, roles: ['role-project-req-author'] },
      { userId: evaluator.userId, roles: ['role-project-req-approver'] },
    ],
    grants: [...veras.slice(1), ...others].map((one) => ({
      vendorId: one.vendorId ?? 0,
      userId: one.userId,
      packageIds: null,
    })),
  })
  connection.exec(
    `create trigger poisoned before insert on commitments when new.body like '%${POISON}%' begin select raise(abort, 'poisoned'); end`,
  )
  return {
    image: connection.serialize(),
    stage: createStage(connection),
    definition: ANSWER_DEFINITION,
    owner,
    author,
    evaluator,
    veras,
    others,
    requirementIds: requirements.map(({ id }) => id),
  }
}
