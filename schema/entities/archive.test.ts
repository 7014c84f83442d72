import { toJsonSchema } from '@valibot/to-json-schema'
import { expect, it } from 'vitest'
import { ARCHIVE_SCHEMAS, ARCHIVE_VERSION } from './archive.ts'

// A change of this file changes the format: raise ARCHIVE_VERSION and write the file with `-u`.
it('the published schema of the archive is that of the code', async () => {
  const parts = Object.entries(ARCHIVE_SCHEMAS).map(([path, schema]) => [
    path,
    toJsonSchema(schema, { errorMode: 'ignore' }),
  ])
  const text = JSON.stringify(
    { version: ARCHIVE_VERSION, parts: Object.fromEntries(parts) },
    null,
    1,
  )
  await expect(`${text}\n`).toMatchFileSnapshot('../../docs/archive-format.schema.json')
})
