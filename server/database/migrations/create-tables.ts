import type { CreateTableBuilder, Kysely } from 'kysely'

export type Table = CreateTableBuilder<string, string>
/** Columns of the primary key, of each index, and of each unique index. */
interface Keys {
  key: string[]
  indexes?: string[][]
  uniques?: string[][]
}
export type Create = (name: string, columns: Record<string, string>, keys: Keys) => Promise<void>

/**
 * Adds columns by type; `text?` allows null. Timestamps need `bigint`, small whole numbers
 * `integer`.
 */
export const addColumns = (table: Table, columns: Record<string, string>): Table => {
  let built = table
  for (const [name, written] of Object.entries(columns)) {
    const isNullable = written.endsWith('?')
    const type = (isNullable ? written.slice(0, -1) : written) as 'text' | 'bigint' | 'integer'
    built = built.addColumn(name, type, (column) => (isNullable ? column : column.notNull()))
  }
  return built
}

export const creator =
  (db: Kysely<unknown>): Create =>
  async (name, columns, { key, indexes = [], uniques = [] }) => {
    await addColumns(db.schema.createTable(name), columns)
      .addPrimaryKeyConstraint(`${name}_key`, key as [string])
      .execute()
    for (const list of indexes)
      await db.schema
        .createIndex(`${name}_by_${list.join('_')}`)
        .on(name)
        .columns(list)
        .execute()
    for (const list of uniques)
      await db.schema
        .createIndex(`${name}_one_${list.join('_')}`)
        .unique()
        .on(name)
        .columns(list)
        .execute()
  }
