import { useLingui } from '@lingui/react/macro'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Place } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { useProjectState, useRows } from '#client/lib/project-store.ts'
import { useCommand } from '#client/ui/keyboard/commands.ts'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { Page } from '#client/ui/pages/page.tsx'
import { CommentFilters } from './comment-filters.tsx'
import { WORDS } from './comment-words.ts'
import classes from './comments-page.module.css'
import { isBegun } from './start-keep.ts'
import { StartPane, ThreadPane } from './thread-pane.tsx'
import { ThreadList } from './thread-list.tsx'
import { findThread, findThreads } from './threads.ts'
import { useCommentRights } from './use-comment-rights.ts'
import { useCommentsSearch } from './use-comments-search.ts'
import { useThreads } from './use-threads.ts'

interface CommentsPageProps {
  projectId: string
  type: Started
  /** Only those on the project itself. */
  isGeneral?: boolean
  /** Links to the pages beside this one. */
  tabs?: ReactNode
}

/** The questions, pain points or discussions of a project: the list, and one of them beside it. */
export function CommentsPage({ projectId, type, isGeneral = false, tabs }: CommentsPageProps) {
  const { i18n, t } = useLingui()
  const { actor } = useProjectState(projectId)
  const vendorId = actor?.vendorId ?? null
  const { search, setSearch } = useCommentsSearch({ projectId, type, isVendor: vendorId !== null })
  const replies = useRows(projectId, 'reply', {
    projectId: search.find === undefined ? '' : projectId,
  })
  const { threads: all, isRead } = useThreads(projectId, type)
  const place: Place = { kind: 'project', id: projectId }
  const [started, setStarted] = useState<'before' | 'now' | null>(() =>
    isBegun(place, type) ? 'before' : null,
  )
  const right = useCommentRights(projectId, { type, vendorId, packageId: null, documentId: null })(
    'comment.create',
  )
  const words = WORDS[type]

  const threads = isGeneral ? all.filter((thread) => thread.place.kind === 'project') : all
  const found = findThreads(threads, search, replies)
  const open = findThread(all, search.comment)
  const isStartShown = started !== null && right !== 'hidden' && search.comment === undefined
  const start = () => {
    setStarted('now')
    setSearch({ comment: undefined }, 'push')
  }
  const at = found.findIndex((thread) => thread.id === open?.id)
  const step = (by: 1 | -1) => setSearch({ comment: found[at + by]?.id })
  useCommand({
    id: 'comments.start',
    group: i18n._(words.title),
    label: i18n._(words.start),
    keys: 'n',
    run: start,
    when: right !== 'hidden' && right.reason === null,
  })
  useCommand({
    id: 'comments.next',
    group: i18n._(words.title),
    label: t`Next in the list`,
    keys: 'alt+arrowdown',
    run: () => step(1),
    when: at < found.length - 1,
  })
  useCommand({
    id: 'comments.previous',
    group: i18n._(words.title),
    label: t`Previous in the list`,
    keys: 'alt+arrowup',
    run: () => step(-1),
    when: at > 0,
  })

  const startButton = right !== 'hidden' && (
    <ExplainedButton
      size="xs"
      reason={right.reason}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={start}
    >
      {i18n._(words.start)}
    </ExplainedButton>
  )
  const isFiltered = [search.show, search.vendor, search.severity, search.find].some(
    (one) => one !== undefined,
  )
  const clear = () =>
    setSearch({ show: undefined, vendor: undefined, severity: undefined, find: undefined })
  const isPaneOpen = isStartShown || search.comment !== undefined
  return (
    <Page
      title={i18n._(words.title)}
      isFlush
      actions={startButton || undefined}
      toolbar={
        <>
          {tabs}
          <CommentFilters
            projectId={projectId}
            type={type}
            isVendor={vendorId !== null}
            search={search}
            setSearch={setSearch}
            count={found.length}
            isBeside={isPaneOpen}
          />
        </>
      }
    >
      {isRead && threads.length === 0 && !isPaneOpen ? (
        <EmptyState
          icon={<IconMessages size={20} />}
          title={i18n._(words.empty)}
          action={startButton || undefined}
        >
          {i18n._(words.advice[vendorId === null ? 'requestor' : 'vendor'])}
        </EmptyState>
      ) : (
        <div className={classes.split} data-open={isPaneOpen || undefined}>
          <div className={classes.list}>
            <ThreadList
              projectId={projectId}
              label={i18n._(words.title)}
              threads={found}
              openId={open?.id}
            />
            {isRead && found.length === 0 && isFiltered && (
              <EmptyState
                title={t`No results for these filters`}
                action={
                  <ExplainedButton
                    size="xs"
                    variant="default"
                    reason={null}
                    onClick={clear}
                  >{t`Clear filters`}</ExplainedButton>
                }
              />
            )}
          </div>
          <div className={classes.main}>
            {isStartShown ? (
              <StartPane
                projectId={projectId}
                place={place}
                type={type}
                reason={right.reason}
                isFocused={started === 'now'}
                onCancel={() => setStarted(null)}
                onStarted={(id) => {
                  setStarted(null)
                  setSearch({ comment: id }, 'push')
                }}
              />
            ) : search.comment !== undefined ? (
              isRead && (
                <ThreadPane
                  key={search.comment}
                  projectId={projectId}
                  type={type}
                  id={search.comment}
                  thread={open}
                  onClose={() => setSearch({ comment: undefined })}
                />
              )
            ) : (
              found.length > 0 && <EmptyState title={i18n._(words.select)} />
            )}
          </div>
        </div>
      )}
    </Page>
  )
}
