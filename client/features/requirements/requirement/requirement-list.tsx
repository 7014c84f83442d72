import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import {
  commitmentStatus,
  type CommitmentStatus,
  COMMITMENT_STATUSES,
} from '#schema/rules/answers/commitments.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { parseDefinition, statementParameters } from '#schema/rules/definition/parameters.ts'
import { ChoiceSwitch } from '#client/ui/fields/choice-switch.tsx'
import { answerText } from '../answers/answer-fields.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { AnswerStatus, shortStatusText, RequirementStatus } from '../table/status-cell.tsx'
import classes from './requirement-list.module.css'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'

interface RequirementListProps {
  projectId: string
  document: Document
  requirements: readonly Requirement[]
  /** A vendor's answers; null for requestors. */
  answers: ReadonlyMap<string, Commitment> | null
  currentId: string | undefined
  onPick?: () => void
}
type Shown = CommitmentStatus | 'ALL'
const SHOWN = ['ALL', ...COMMITMENT_STATUSES] as const
const ROW = 36

/** Lists the requirements of a document; for a vendor, with the status of each answer. */
export function RequirementList(props: RequirementListProps) {
  const { document, requirements, answers, currentId } = props
  const { t } = useLingui()
  const total = requirements.length
  const [shown, setShown] = useState<Shown>('ALL')
  const items = useMemo(
    () =>
      shown === 'ALL' || !answers
        ? requirements
        : requirements.filter(
            ({ id }) => id === currentId || commitmentStatus(answers.get(id)) === shown,
          ),
    [requirements, answers, shown, currentId],
  )
  const { scroller, virtualizer, stopIndex, onKeyDown } = useWalk(items, currentId)
  return (
    <nav className={classes.list} aria-label={t`Requirements of ${document.name}`}>
      {answers ? (
        <Progress requirements={requirements} answers={answers} shown={shown} onShow={setShown} />
      ) : (
        <p className={classes.progress}>
          <Plural value={total} one="# requirement" other="# requirements" />
        </p>
      )}
      <div ref={scroller} className={classes.scroller} tabIndex={-1}>
        <ul style={{ height: virtualizer.getTotalSize() }} onKeyDown={onKeyDown}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const requirement = items[index]
            return (
              requirement && (
                <li
                  key={requirement.id}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={items.length}
                  aria-posinset={index + 1}
                >
                  <ListLink {...props} requirement={requirement} isStop={index === stopIndex} />
                </li>
              )
            )
          })}
        </ul>
      </div>
    </nav>
  )
}

/** A virtual list with one tab stop; the arrow keys move through the entries. */
const useWalk = (items: readonly Requirement[], currentId: string | undefined) => {
  const scroller = useRef<HTMLDivElement>(null)
  const currentIndex = items.findIndex(({ id }) => id === currentId)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const pickedIndex = items.findIndex(({ id }) => id === pickedId)
  const stopIndex = pickedIndex >= 0 ? pickedIndex : Math.max(0, currentIndex)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      return indexes.includes(stopIndex) || stopIndex >= range.count
        ? indexes
        : [...indexes, stopIndex].sort((one, other) => one - other)
    },
    [stopIndex],
  )
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    rangeExtractor,
    useFlushSync: false,
  })
  const isWalking = useRef(false)
  useEffect(() => {
    if (isWalking.current)
      scroller.current
        ?.querySelector<HTMLElement>('a[tabindex="0"]')
        ?.focus({ preventScroll: true })
    isWalking.current = false
  }, [pickedId])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const last = items.length - 1
    const next = {
      ArrowDown: Math.min(last, stopIndex + 1),
      ArrowUp: Math.max(0, stopIndex - 1),
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    isWalking.current = true
    setPickedId(items[next]?.id ?? null)
    virtualizer.scrollToIndex(next, { align: 'auto' })
  }
  useEffect(() => setPickedId(null), [currentId])
  useEffect(() => {
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex, { align: 'auto' })
  }, [currentIndex, virtualizer])
  return { scroller, virtualizer, stopIndex, onKeyDown }
}

interface ProgressProps {
  requirements: readonly Requirement[]
  answers: ReadonlyMap<string, Commitment>
  shown: Shown
  onShow: (shown: Shown) => void
}

function Progress({ requirements, answers, shown, onShow }: ProgressProps) {
  const { t } = useLingui()
  const counts = useMemo(() => {
    const result = { ALL: requirements.length, OPEN: 0, DRAFT: 0, WAITING: 0, SUBMITTED: 0 }
    for (const { id } of requirements) result[commitmentStatus(answers.get(id))] += 1
    return result
  }, [requirements, answers])
  const total = counts.ALL
  const answered = counts.DRAFT + counts.WAITING + counts.SUBMITTED
  // Offer the filter WAITING only if an answer is waiting.
  const offered = SHOWN.filter(
    (value) => value !== 'WAITING' || counts.WAITING > 0 || shown === value,
  )
  return (
    <>
      <p className={classes.progress}>
        <Trans>
          {answered} of {total} answered
        </Trans>
      </p>
      <div className={classes.track} aria-hidden>
        <span style={{ width: `${total === 0 ? 0 : (answered / total) * 100}%` }} />
      </div>
      <ChoiceSwitch
        isWide
        label={t`Show`}
        value={shown}
        onChange={onShow}
        options={offered.map((value) => ({
          value,
          label: `${value === 'ALL' ? t`All` : shortStatusText(value)} ${counts[value]}`,
        }))}
      />
    </>
  )
}

interface ListLinkProps extends RequirementListProps {
  requirement: Requirement
  isStop: boolean
}

function ListLink(props: ListLinkProps) {
  const { projectId, document, requirement, answers, currentId, isStop, onPick } = props
  const { t } = useLingui()
  const language = useContentLanguage()
  const commitment = answers?.get(requirement.id)
  const status = commitmentStatus(commitment)
  const [statement] = statementParameters(parseDefinition(requirement.definition))
  return (
    <Link
      {...requirementLink({ projectId, documentId: document.id }, requirement)}
      className={classes.link ?? ''}
      aria-current={requirement.id === currentId ? 'page' : undefined}
      title={requirement.name}
      tabIndex={isStop ? 0 : -1}
      onClick={onPick}
    >
      <span className={classes.id}>{requirementLabel(requirement, document.prefix)}</span>
      <span className={classes.name} {...(answers ? {} : language)}>
        {answers
          ? (statement && answerText(statement, commitment?.values[statement.id])) ||
            (status === 'OPEN' ? t`No answer` : '')
          : requirement.name}
      </span>
      {answers ? (
        <AnswerStatus status={status} isShort />
      ) : (
        <RequirementStatus status={requirement.status} />
      )}
    </Link>
  )
}
