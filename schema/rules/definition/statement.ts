import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import { LIMITS } from '../../tables/limits.ts'
import { isBlank } from '../answers/commitments.ts'

/** Values of a release field that name no release of the project. */
export const RELEASE_NOW = -2
export const RELEASE_NOT_PLANNED = -1

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent))

/**
 * Returns the percentage, 0..100, of a statement: true counts 100, false 0, an option its number;
 * null = not answered or not a number.
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

/** Tells whether a statement is complete, which is only at 100. */
export const isStatementComplete = (percent: number | null): boolean =>
  percent === LIMITS.statementComplete
