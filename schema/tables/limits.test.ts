import { expect, test } from 'vitest'
import * as v from 'valibot'
import { hasSharedData, readSharedText } from '../../tests/support/shared-data.ts'
import { ListRequest } from '../api/common.ts'
import { FIELD_LIMITS } from '../entities/field-limits.ts'
import { COMMENT_FILTERS } from '../entities/local-settings.ts'
import { PROJECT_LIST_FILTERS } from '../entities/project.ts'
import { spreadEvenly, weightProblem } from '../rules/evaluation/weights.ts'
import { isStatementComplete } from '../rules/definition/statement.ts'
import { LANGUAGES } from './languages.ts'
import {
  CURRENCY,
  DEFAULT_SORT,
  DEFAULT_THEME,
  LIMITS,
  PSEUDO_PARAMETERS,
  SORT_KEYS,
} from './limits.ts'
import { messageText } from './messages.ts'

const seconds = (ms: number): string => `${ms / 1_000}`
const SENTENCES = [
  `Password minimum length ${LIMITS.passwordLength}.`,
  `Default page size ${LIMITS.pageSize}; default sort ${DEFAULT_SORT.field} descending. Notification page size ${LIMITS.notificationPageSize}. Sort keys for entities: ${SORT_KEYS.join(', ')}.`,
  `Project load time-out ${LIMITS.projectLoadMs} ms.`,
  `Import success toast ${LIMITS.importToastMs} ms; bulk update toasts ${LIMITS.bulkUpdateToastMs} ms; export-started toast ${LIMITS.exportToastMs} ms.`,
  `Toast auto-hide ${seconds(LIMITS.toastMs)} s (toasts kept in the shared store ${seconds(LIMITS.storedToastMs)} s)`,
  `Idle time ${LIMITS.idleMs.toLocaleString('en')} ms (4 hours).`,
  `Re-authentication attempts ${LIMITS.reauthenticationAttempts}.`,
  `Notification reconnect ${seconds(LIMITS.notificationReconnectMs)} s.`,
  `Guided tour delay ${LIMITS.tourDelayMs} ms.`,
  `Chunk load time-out ${seconds(LIMITS.chunkLoadMs)} s.`,
  `Grid width ${LIMITS.gridColumns} columns. Weights sum to ${LIMITS.weightTotal}. Statement completion ${LIMITS.statementComplete}.`,
  `Currency ${CURRENCY} with ${LIMITS.currencyDecimals} decimals.`,
  `Avatar default size ${LIMITS.avatarSizePx}. Screenshot size ${LIMITS.screenshotWidthPx}x${LIMITS.screenshotHeightPx}.`,
  `Requirement filter pseudo-parameters: ${PSEUDO_PARAMETERS.fullId} (fullId), ${PSEUDO_PARAMETERS.section} (section), ${PSEUDO_PARAMETERS.name} (requirement name).`,
  `Default theme ${DEFAULT_THEME}.`,
]

test.skipIf(!hasSharedData).each(SENTENCES)('[LM1] the specification says: %s', (sentence) => {
  expect(readSharedText('spec', '000_3d70e33f2b1ab12a.txt')).toContain(sentence)
})

test('[LM1] projects are listed by every state, and all together', () => {
  expect(PROJECT_LIST_FILTERS).toEqual([
    ...['ALL', 'INITIALIZING', 'DRAFT', 'PREPARATION', 'PUBLISHED', 'VALIDATION'],
    ...['EVALUATION', 'EVALUATED', 'CLOSED', 'ARCHIVED'],
  ])
})

test('[LM1] the filters of comments and the languages are those of the specification', () => {
  expect(COMMENT_FILTERS).toEqual(['all', 'without official reply', 'unpublished'])
  expect(LANGUAGES).toEqual(['en', 'sk'])
})

test('[LM2] page size, grid, weights and statements use the same numbers', () => {
  expect(v.parse(ListRequest, {}).pageSize).toBe(LIMITS.pageSize)
  expect([FIELD_LIMITS.gridWidth, FIELD_LIMITS.percent]).toEqual([
    LIMITS.gridColumns,
    LIMITS.weightTotal,
  ])
  expect(messageText('validation.grid')).toContain(` ${LIMITS.gridColumns}`)
  expect(messageText('WEIGHT_TOTAL', { total: 1 })).toContain(` ${LIMITS.weightTotal};`)
  expect(weightProblem([LIMITS.weightTotal])).toBeNull()
  expect(spreadEvenly([1, 2, 3]).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(
    LIMITS.weightTotal,
    10,
  )
  expect([
    isStatementComplete(LIMITS.statementComplete),
    isStatementComplete(LIMITS.statementComplete - 1),
  ]).toEqual([true, false])
})
