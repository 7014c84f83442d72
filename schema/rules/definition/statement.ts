import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import { LIMITS } from '../../tables/limits.ts'
import { isBlank } from '../answers/commitments.ts'

/** Releases of a statement that are no release of the project. */
export const RELEASE_NOW = -2
export const RELEASE_NOT_PLANNED = -1

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent))

/**
 * How far a statement is met, 0..100: a tick counts 100 or 0, an option its numeric value; null =
 * not answered or not a number.
 */
export function statementPercent(
  parameter: Parameter,
  value: ParameterValue | undefined,
): number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 100 : 0
  if (typeof value === 'number') return Number.isFinite(value) ? clamp(value) : null
  const option = parameter.options?.find(({ key }) => key === value)
  const percent = option === undefined || isBlank(option.value) ? Number.NaN : Number(option.value)
  return Number.isFinite(percent) ? clamp(percent) : null
}

/** A statement is complete only at 100. */
export const isStatementComplete = (percent: number | null): boolean =>
  percent === LIMITS.statementComplete
