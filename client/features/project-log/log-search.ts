import type { ChainAudience } from '#schema/rules/project/project-log.ts'

/**
 * The names of the groups are in log-groups.ts: this module loads with the routes on every page.
 */
export const LOG_GROUPS = [
  'life',
  'deadline',
  'evaluation',
  'people',
  'vendors',
  'refused',
] as const
export type LogGroup = (typeof LOG_GROUPS)[number]

/** Search parameters of the log page. */
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
