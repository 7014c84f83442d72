import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Lens } from '#schema/rules/evaluation/evaluation.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { patchSearch } from '#client/lib/route-links.ts'
import type { MatrixRow, MatrixView, RowLevel } from './matrix-rows.ts'
import { FIRST_VIEW, isComplete, searchOf, viewOf, type SharedView } from './matrix-search.ts'
import { EVERY_VENDOR, vendorColumns } from './vendor-columns.ts'
import type { VendorColumnChoice, VendorColumn } from './vendor-columns.ts'

const NOTHING_TOGGLED: ReadonlySet<string> = new Set()

/**
 * Keeps level, release and differences in the address, and the last view of the project on this
 * device.
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
        search: patchSearch(searchOf(next)),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  // Fill in a missing view in the address, so that a copied link shows the same.
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

/** The view of the matrix: what the address holds, plus expanded rows, sorting and vendors. */
export const useMatrixView = (projectId: string) => {
  const [shared, change] = useSharedView(projectId)
  const [choice, setChoice] = useLocalSetting<VendorColumnChoice>(
    `evaluation.vendors.${projectId}`,
    EVERY_VENDOR,
  )
  const [opened, setOpened] = useState({ level: shared.level, keys: NOTHING_TOGGLED })
  // Rows toggled by hand count only for the level at which they were toggled.
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
  /** Cycles through descending, ascending and project order. */
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
