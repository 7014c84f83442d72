import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Lens } from '#schema/rules/evaluation/evaluation.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import type { MatrixRow, MatrixView, RowLevel } from './matrix-rows.ts'
import { FIRST_VIEW, isComplete, searchOf, viewOf, type SharedView } from './matrix-search.ts'
import { EVERY_VENDOR, vendorColumns } from './vendor-columns.ts'
import type { VendorColumnChoice, VendorColumn } from './vendor-columns.ts'

const NOTHING_TOGGLED: ReadonlySet<string> = new Set()

/**
 * Level, lens and differences live in the address; what was seen last is remembered per project, on
 * this device.
 */
const useSharedView = (projectId: string): [SharedView, (patch: Partial<SharedView>) => void] => {
  const [remembered, remember] = useLocalSetting<SharedView>(
    `evaluation.view.${projectId}`,
    FIRST_VIEW,
  )
  const raw: unknown = useSearch({ strict: false })
  const view = useMemo(() => viewOf(raw, remembered), [raw, remembered])
  const navigate = useNavigate()
  const show = useCallback(
    (next: SharedView, replace: boolean) =>
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => ({ ...before, ...searchOf(next) })) as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  // So that the link says to others what is seen here.
  const isSaid = isComplete(raw)
  useEffect(() => {
    if (!isSaid) show(view, true)
  }, [isSaid, show, view])
  const change = useCallback(
    (patch: Partial<SharedView>) => {
      const next = { ...view, ...patch }
      remember(next)
      show(next, false)
    },
    [view, remember, show],
  )
  return [view, change]
}

/** How this person looks at the matrix. */
export const useMatrixView = (projectId: string) => {
  const [shared, change] = useSharedView(projectId)
  const [choice, setChoice] = useLocalSetting<VendorColumnChoice>(
    `evaluation.vendors.${projectId}`,
    EVERY_VENDOR,
  )
  const [opened, setOpened] = useState({ level: shared.level, keys: NOTHING_TOGGLED })
  // Another level starts with nothing opened or closed by hand.
  const toggled = opened.level === shared.level ? opened.keys : NOTHING_TOGGLED
  const [sort, setSort] = useState<MatrixView['sort']>(null)
  const { level } = shared
  const toggle = useCallback(
    (row: MatrixRow) =>
      setOpened((before) => {
        const keys = new Set(before.level === level ? before.keys : NOTHING_TOGGLED)
        if (!keys.delete(row.key)) keys.add(row.key)
        return { level, keys }
      }),
    [level],
  )
  /** Falling, then rising, then the order of the project again. */
  const sortBy = useCallback(
    (vendor: number) =>
      setSort((before) => {
        if (before?.vendor !== vendor) return { vendor, direction: 'descending' }
        return before.direction === 'descending' ? { vendor, direction: 'ascending' } : null
      }),
    [],
  )
  return {
    ...shared,
    choice,
    toggled,
    sort,
    toggle,
    sortBy,
    setChoice,
    setLevel: (next: RowLevel) => change({ level: next }),
    setLens: (lens: Lens) => change({ lens }),
    setDifferencesOnly: (differencesOnly: boolean) => change({ differencesOnly }),
  }
}
export type MatrixViewState = ReturnType<typeof useMatrixView>

export const useMatrixVendorColumns = (
  vendors: readonly { vendorId: number; name: string }[],
  choice: VendorColumnChoice,
): VendorColumn[] => useMemo(() => vendorColumns(vendors, choice), [vendors, choice])
