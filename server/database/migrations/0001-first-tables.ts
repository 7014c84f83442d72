import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../database.ts'
import { addColumns, type Create, creator, type Table } from './create-tables.ts'

const row = { project_id: 'text', id: 'text', updated_on: 'bigint', body: 'text' }
const ROW_KEY = ['project_id', 'id']
const answer = {
  package_id: 'text',
  document_id: 'text',
  requirement_id: 'text',
  vendor_id: 'integer',
}

export const firstTables = (dialect: Database['dialect']): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    const numbered = async (name: string, columns: Record<string, string>) => {
      const table = db.schema
        .createTable(name)
        .addColumn('id', dialect === 'postgres' ? 'serial' : 'integer', (column) =>
          dialect === 'postgres' ? column.primaryKey() : column.primaryKey().autoIncrement(),
        )
      await addColumns(table as Table, columns).execute()
    }
    await create('server_meta', { key: 'text', value: 'text' }, { key: ['key'] })
    await createPeople(create, numbered, db)
    await createProjects(create)
    await createSync(create)
  },
})

const createPeople = async (
  create: Create,
  numbered: (name: string, columns: Record<string, string>) => Promise<void>,
  db: Kysely<unknown>,
) => {
  await numbered('organizations', {
    name: 'text',
    description: 'text',
    parent_id: 'integer?',
    zone: 'text',
    created_on: 'bigint',
  })
  await numbered('users', {
    uuid: 'text',
    username: 'text',
    email: 'text',
    firstname: 'text',
    lastname: 'text',
    name: 'text',
    salt: 'text',
    iterations: 'integer',
    password: 'text',
    active_organization_id: 'integer?',
    blocked: 'integer',
    created_on: 'bigint',
    updated_on: 'bigint',
  })
  await db.schema
    .createIndex('users_one_username')
    .unique()
    .on('users')
    .column('username')
    .execute()
  await create(
    'organization_members',
    {
      organization_id: 'integer',
      user_id: 'integer',
      roles: 'text',
      is_primary_contact: 'integer',
      created_on: 'bigint',
    },
    { key: ['organization_id', 'user_id'], indexes: [['user_id']] },
  )
  await create(
    'sessions',
    {
      id: 'text',
      user_id: 'integer',
      public_key: 'text?',
      created_on: 'bigint',
      access_until: 'bigint',
      idle_until: 'bigint',
      absolute_until: 'bigint',
      ended_on: 'bigint?',
    },
    { key: ['id'], indexes: [['user_id']] },
  )
  await create(
    'session_tokens',
    { hash: 'text', session_id: 'text', serial: 'integer', created_on: 'bigint', used: 'integer' },
    { key: ['hash'], indexes: [['session_id']] },
  )
  await create(
    'demo_accounts',
    {
      position: 'integer',
      username: 'text',
      password: 'text',
      name: 'text',
      role: 'text',
      organization: 'text',
    },
    { key: ['position'] },
  )
}

const createProjects = async (create: Create) => {
  await create(
    'project_members',
    { project_id: 'text', user_id: 'integer', roles: 'text', created_on: 'bigint' },
    { key: ['project_id', 'user_id'], indexes: [['user_id']] },
  )
  await create(
    'restrictions',
    { project_id: 'text', vendor_id: 'integer', user_id: 'integer', package_ids: 'text?' },
    { key: ['project_id', 'vendor_id', 'user_id'], indexes: [['user_id']] },
  )
  await create(
    'favorites',
    { user_id: 'integer', project_id: 'text' },
    { key: ['user_id', 'project_id'] },
  )
  await create(
    'numbering',
    { lineage_id: 'text', prefix: 'text', last_number: 'integer' },
    { key: ['lineage_id', 'prefix'] },
  )

  await create(
    'projects',
    {
      ...row,
      lineage_id: 'text',
      organization_id: 'integer',
      owner_id: 'integer',
      state: 'text',
      deadline_at: 'bigint?',
      name: 'text',
    },
    { key: ROW_KEY, indexes: [['organization_id'], ['state', 'deadline_at']], uniques: [['id']] },
  )
  await create(
    'project_vendors',
    { ...row, vendor_id: 'integer', answered: 'integer', submitted: 'integer' },
    { key: ROW_KEY, indexes: [['vendor_id']], uniques: [['project_id', 'vendor_id']] },
  )
  await create('releases', row, { key: ROW_KEY, indexes: [['id']] })
  await create('packages', row, { key: ROW_KEY, indexes: [['id']] })
  await create(
    'documents',
    { ...row, package_id: 'text' },
    { key: ROW_KEY, indexes: [['id'], ['project_id', 'package_id']] },
  )
  await create(
    'sections',
    { ...row, package_id: 'text', document_id: 'text' },
    { key: ROW_KEY, indexes: [['id'], ['project_id', 'document_id']] },
  )
  await create(
    'requirements',
    {
      ...row,
      package_id: 'text',
      document_id: 'text',
      section_id: 'text',
      full_id: 'text?',
      answerable: 'integer',
    },
    {
      key: ROW_KEY,
      indexes: [
        ['id'],
        ['project_id', 'document_id'],
        ['project_id', 'section_id'],
        ['project_id', 'package_id', 'answerable'],
      ],
    },
  )
  await create(
    'commitments',
    { ...row, ...answer, answered: 'integer', submitted: 'integer' },
    {
      key: ROW_KEY,
      indexes: [
        ['project_id', 'document_id'],
        ['project_id', 'requirement_id'],
        ['project_id', 'vendor_id'],
      ],
    },
  )
  await create(
    'overrides',
    { ...row, ...answer },
    {
      key: ROW_KEY,
      indexes: [
        ['project_id', 'document_id'],
        ['project_id', 'requirement_id'],
      ],
    },
  )
}

const createSync = async (create: Create) => {
  await create(
    'project_sync',
    { project_id: 'text', head: 'bigint', floor: 'bigint', visibility_version: 'bigint' },
    { key: ['project_id'] },
  )
  await create(
    'sync_row',
    {
      project_id: 'text',
      seq: 'bigint',
      bucket: 'text',
      entity: 'text',
      entity_id: 'text',
      body: 'text?',
    },
    {
      key: ['project_id', 'entity', 'entity_id', 'bucket'],
      uniques: [['project_id', 'bucket', 'seq']],
    },
  )
  await create(
    'sync_client',
    {
      client_id: 'text',
      user_id: 'integer',
      last_mid: 'bigint',
      schema_version: 'integer',
      seen_at: 'bigint',
    },
    { key: ['client_id'] },
  )
  await create(
    'mutation_result',
    {
      client_id: 'text',
      mid: 'bigint',
      status: 'text',
      reason: 'text?',
      detail: 'text',
      conflicts: 'text',
      command: 'text',
      args: 'text?',
      project_id: 'text?',
      client_at: 'bigint',
      at: 'bigint',
    },
    { key: ['client_id', 'mid'] },
  )
  await create(
    'change_log',
    {
      project_id: 'text',
      seq: 'bigint',
      entity: 'text',
      entity_id: 'text',
      document_id: 'text?',
      vendor_id: 'integer?',
      kind: 'text',
      actor_id: 'integer?',
      actor_name: 'text',
      fields: 'text',
      at: 'bigint',
    },
    {
      key: ['project_id', 'seq'],
      indexes: [
        ['project_id', 'entity_id', 'seq'],
        ['project_id', 'document_id', 'seq'],
      ],
    },
  )
}
