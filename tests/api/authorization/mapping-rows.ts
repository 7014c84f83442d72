import type { Api } from '#schema/api/index.ts'
import type { Database } from '#server/database/database.ts'
import { ADMINS, type Name, WRITERS } from './cast.ts'
import type { Ids, MatrixRow } from './matrix-row.ts'

/** Holders of PROJECT_CONTENT_ASSIGNED_WRITE in City or in one of its projects. */
const USERS: readonly Name[] = [...WRITERS, 'collaborator']
/** The author, and the holders of ORG_ADMIN. */
const CHANGERS: readonly Name[] = ['author', ...ADMINS.filter((name) => name !== 'owner')]
const VILLAGERS: readonly Name[] = ['village-owner', 'village-admin']

const content = {
  roles: { 'id of the rule': 'id', rule: 'name' },
  sectionFrom: 'columns',
  defaultSection: 'General',
}
const saved = { name: 'Renamed', isShared: true, content }

/** A call on the mapping of City, and on that of Village. */
const ofOrganization =
  (may: readonly Name[], body?: object): MatrixRow =>
  ({ companies }) => [
    { object: 'colleague', may, params: { id: companies.city }, body },
    {
      object: 'otherOrganization',
      may: VILLAGERS,
      params: { id: companies.village },
      body,
    },
  ]

export const MAPPING_ROWS = {
  list: ofOrganization(USERS),
  create: ofOrganization(USERS, { id: 'mapping9', ...saved }),
  update: ofOrganization(CHANGERS, { id: 'mapping1', updatedOn: 0, ...saved }),
  delete: ofOrganization(CHANGERS, { id: 'mapping1' }),
} satisfies { [C in keyof Api['importMappings']]: MatrixRow }

/** A shared mapping each of City's author and of Village's owner, with the same id. */
export const seedMappings = async (
  database: Database,
  { companies, users }: Ids,
): Promise<void> => {
  const mapping = (organizationId: number, userId: number, word: string) => ({
    id: 'mapping1',
    organization_id: organizationId,
    user_id: userId,
    name: `Mapping ${word}`,
    is_shared: 1,
    content: JSON.stringify({ ...content, defaultSection: word }),
    updated_on: 0,
  })
  await database.write(
    async (tx) =>
      await tx
        .insertInto('import_mappings')
        .values([
          mapping(companies.city, users.author, 'CITY-INTERNAL'),
          mapping(companies.village, users['village-owner'], 'VILLAGE-INTERNAL'),
        ])
        .execute(),
  )
}
