import type { ChainAudience } from '#schema/rules/project-log.ts'
import { LOG_GROUPS, type LogGroup } from './log-groups.ts'

/** What is shown of the history; it lives in the URL. */
export interface LogSearch {
  chain?: ChainAudience
  group?: LogGroup
}

const isAudience = (value: unknown): value is ChainAudience =>
  typeof value === 'string' && /^(?:team|v\d{1,10})$/.test(value)

export const parseLogSearch = ({ chain, group }: Record<string, unknown>): LogSearch => {
  const known = LOG_GROUPS.find((one) => one === group)
  return {
    ...(isAudience(chain) ? { chain } : {}),
    ...(known === undefined ? {} : { group: known }),
  }
}
