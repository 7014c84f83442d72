import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { useEver } from '#client/ui/browser/use-ever.ts'
import type { NodeRef } from './node-names.ts'

/**
 * 'look' shows the evidence, 'enter' also focuses an open panel, 'override' opens the override
 * form.
 */
export type OpenIntent = 'look' | 'enter' | 'override'

/** The score whose evidence is shown: a node of the tree and a vendor. */
export interface EvidenceTarget {
  node: NodeRef
  vendorId: number
  /** Counts requests for the override form; each one focuses it. 0 = only show the evidence. */
  asked: number
}

interface EvidencePlace {
  isOpen: boolean
  /** Width in px; null = default for the window. */
  width: number | null
}
const FIRST_PLACE: EvidencePlace = { isOpen: false, width: null }

/** From this width on, matrix and evidence fit side by side. */
const WIDE = '(min-width: 1280px)'
const AT_ONCE = { getInitialValueInEffect: false } as const

const isSame = (a: EvidenceTarget | null, node: NodeRef, vendorId: number): boolean =>
  a?.vendorId === vendorId && a.node.level === node.level && a.node.id === node.id

/** The weighted total, shown until the cursor enters a cell. */
const totalOf = (vendorId: number): EvidenceTarget => ({
  node: { level: 'project', id: '' },
  vendorId,
  asked: 0,
})

/**
 * State of the evidence: beside the matrix on wide screens, where its open state is remembered, and
 * in a drawer on others.
 */
export const useEvidence = (firstVendorId: number | undefined) => {
  const isWide = useMediaQuery(WIDE, undefined, AT_ONCE) ?? false
  const [place, setPlace] = useLocalSetting<EvidencePlace>('evaluation.evidence', FIRST_PLACE)
  const [chosen, setTarget] = useState<EvidenceTarget | null>(null)
  const [isOver, setOver] = useState(false)
  const asked = useRef(0)
  const panel = useRef<HTMLElement>(null)
  /** The cell of the matrix with the cursor, tracked also while the evidence is closed. */
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

  /** Follow the cursor to another cell. A cell without a vendor keeps the vendor shown. */
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
