import type { Api } from '#schema/api/index.ts'
import type { MatrixRow } from './matrix-row.ts'

export const ARCHIVE_ROWS = {
  restore: () => [{ object: 'own', may: [], bytes: Buffer.from('no archive') }],
} satisfies { [C in keyof Api['archives']]: MatrixRow }
