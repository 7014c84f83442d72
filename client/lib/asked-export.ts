import type { SeenTable } from '#schema/rules/export/seen-table.ts'
import { createEmitter } from './emitter.ts'

/** Reads the table that a screen shows at this moment. */
export type ReadSeen = () => SeenTable | Promise<SeenTable>

/** Opens the export of what a screen shows. An object, because React would call a function. */
export const askedExport = createEmitter<{ seen: ReadSeen }>()
