import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { useEver } from '#client/ui/browser/use-ever.ts'
import type { NodeRef } from './node-names.ts'

/** `enter`: by a key that goes into the evidence where it is open already. */
export type OpenIntent = 'look' | 'enter' | 'override'

/** Which score is looked into: a node of the tree and a vendor. */
export interface EvidenceTarget {
  node: NodeRef
  vendorId: number
  /**
   * Counts the keys that asked for the override form: each puts the cursor into it. 0 = look only.
   */
  asked: number
}

interface EvidencePlace {
  isOpen: boolean
  /** px; null = as the window suggests. */
  width: number | null
}
const FIRST_PLACE: EvidencePlace = { isOpen: false, width: null }

/** From here on the matrix and the evidence have room side by side. */
const WIDE = '(min-width: 1280px)'
const AT_ONCE = { getInitialValueInEffect: false } as const

const isSame = (a: EvidenceTarget | null, node: NodeRef, vendorId: number): boolean =>
  a?.vendorId === vendorId && a.node.level === node.level && a.node.id === node.id

/** The weighted total: shown until the cursor is in a cell. */
const totalOf = (vendorId: number): EvidenceTarget => ({
  node: { level: 'project', id: '' },
  vendorId,
  asked: 0,
})

/** Beside the matrix on wide screens, kept open or closed for the person; over it on others. */
export const useEvidence = (firstVendorId: number | undefined) => {
  const isWide = useMediaQuery(WIDE, undefined, AT_ONCE) ?? false
  const [place, setPlace] = useLocalSetting<EvidencePlace>('evaluation.evidence', FIRST_PLACE)
  const [chosen, setTarget] = useState<EvidenceTarget | null>(null)
  const [isOver, setOver] = useState(false)
  const asked = useRef(0)
  const panel = useRef<HTMLElement>(null)
  /** Where the cursor of the matrix is, also while nothing shows the evidence. */
  const cursor = useRef<EvidenceTarget>(null)
  const isDocked = isWide && place.isOpen && firstVendorId !== undefined
  const first = useMemo(
    () => (firstVendorId === undefined ? null : totalOf(firstVendorId)),
    [firstVendorId],
  )
  const target = chosen ?? (isDocked ? first : null)

  const open = useCallback(
    (node: NodeRef, vendorId: number, intent: OpenIntent) => {
      if (intent === 'override') asked.current += 1
      setTarget({ node, vendorId, asked: intent === 'override' ? asked.current : 0 })
      if (!isWide) return setOver(true)
      if (!place.isOpen) setPlace({ ...place, isOpen: true })
      else if (intent === 'enter') panel.current?.focus()
    },
    [isWide, place, setPlace],
  )

  /** The cursor of the matrix went to another cell. A cell without a vendor keeps the one shown. */
  const follow = useCallback(
    (node: NodeRef, vendorId: number | undefined) => {
      const vendor = vendorId ?? cursor.current?.vendorId ?? firstVendorId
      if (vendor === undefined) return
      cursor.current = { node, vendorId: vendor, asked: 0 }
      if (isDocked) setTarget((before) => (isSame(before, node, vendor) ? before : cursor.current))
    },
    [firstVendorId, isDocked],
  )

  const close = useCallback(() => {
    if (isWide) setPlace({ ...place, isOpen: false })
    else setOver(false)
  }, [isWide, place, setPlace])

  const deferred = useDeferredValue(target)
  const shown = isDocked || isOver ? (deferred ?? target) : null
  const isOverShown = !isWide && isOver && shown !== null
  return {
    isWide,
    isDocked,
    target: shown,
    isOver: isOverShown,
    isEverOver: useEver(isOverShown),
    panel,
    width: place.width,
    open,
    follow,
    close,
    show: setTarget,
    toggle: () => {
      setTarget(cursor.current)
      setPlace({ ...place, isOpen: !place.isOpen })
    },
    setWidth: (width: number | null) => setPlace({ ...place, width }),
  }
}
export type EvidenceState = ReturnType<typeof useEvidence>
