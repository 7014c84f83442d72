import { useMemo } from 'react'
import type { ParameterValue } from '#schema/entities/parameter.ts'

/** Remembers the value of each cell when typing began, until it is saved or cancelled. */
export const useTypedOver = () =>
  useMemo(() => {
    const stood = new Map<string, ParameterValue>()
    const keyOf = (rowId: string, field: string): string => `${rowId}#${field}`
    return {
      begin(rowId: string, field: string, value: ParameterValue): ParameterValue {
        const key = keyOf(rowId, field)
        const known = stood.get(key)
        if (known !== undefined) return known
        stood.set(key, value)
        return value
      },
      cancel: (rowId: string, field: string): void => void stood.delete(keyOf(rowId, field)),
      /** Returns the known values of the fields and forgets them. */
      take(rowId: string, fields: readonly string[]): Record<string, ParameterValue> {
        const known = fields.flatMap((field) => {
          const value = stood.get(keyOf(rowId, field))
          stood.delete(keyOf(rowId, field))
          return value === undefined ? [] : [[field, value] as const]
        })
        return Object.fromEntries(known)
      },
    }
  }, [])
