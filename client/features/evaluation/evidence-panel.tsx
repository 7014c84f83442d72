import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import { scoreText } from './evaluation-text.ts'
import { EvidenceContent, useEvidenceTitle } from './evidence-content.tsx'
import type { EvidenceContentProps } from './evidence-content.tsx'
import classes from './evidence-panel.module.css'
import { EvidenceSplitter } from './evidence-splitter.tsx'
import { indexOf } from './node-names.ts'

interface EvidencePanelProps extends EvidenceContentProps {
  panel: RefObject<HTMLElement | null>
  width: number | null
  onWidth: (width: number | null) => void
  onClose: () => void
  /** Returns the focus to the cell of the matrix. */
  onLeave: () => void
}

/** Shows the evidence of the focused cell beside the matrix. The focus stays in the cell. */
export function EvidencePanel(props: EvidencePanelProps) {
  const { panel, width, onWidth, onClose, onLeave, ...content } = props
  const { evaluation, columns, target } = content
  const { t } = useLingui()
  const titleId = useId()
  const title = useEvidenceTitle(evaluation, columns, target)
  const body = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    body.current?.scrollTo({ top: 0 })
    if (target.asked > 0) body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    // The link that had the focus disappeared when another score was shown: focus the panel.
    else if (isInside.current && document.activeElement === document.body) panel.current?.focus()
  }, [panel, target])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onLeave()
  }
  return (
    <>
      <EvidenceSplitter panel={panel} width={width} onWidth={onWidth} />
      <section
        ref={panel}
        className={classes.panel}
        aria-labelledby={titleId}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={() => {
          isInside.current = true
        }}
        onBlur={() => {
          isInside.current = false
        }}
        style={width === null ? undefined : { width }}
        data-testid="evidence-panel"
        data-no-print
      >
        <header className={classes.head}>
          <h2 id={titleId}>{title}</h2>
          <ActionIcon
            aria-label={t`Close the evidence`}
            onClick={() => {
              onClose()
              onLeave()
            }}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </header>
        <div ref={body} className={classes.body}>
          <EvidenceContent {...content} />
        </div>
        <Announcement title={title} {...content} />
      </section>
    </>
  )
}

const PAUSE_MS = 600

/**
 * Announces the evidence's title once the cursor rests, after the screen reader has read the cell.
 */
function Announcement({
  title,
  evaluation,
  columns,
  target,
}: EvidenceContentProps & { title: string }) {
  const { t } = useLingui()
  const index = indexOf(evaluation.prepared.layout, target.node)
  const vendor = columns.find((one) => one.vendorId === target.vendorId)?.position
  const score =
    index === null || vendor === undefined
      ? ''
      : scoreText(nodeScore(evaluation, { level: target.node.level, index, vendor }).score)
  const text = t`Evidence: ${title}, ${score}`
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}
