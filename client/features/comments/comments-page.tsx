import { useLingui } from '@lingui/react/macro'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Started } from '#client/lib/comment-paths.ts'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { Page } from '#client/ui/pages/page.tsx'
import { CommentFilters } from './comment-filters.tsx'
import { WORDS } from './comment-words.ts'
import classes from './comments-page.module.css'
import { StartPane, ThreadPane } from './thread-pane.tsx'
import { SeenThreadsButton } from './seen-threads-button.tsx'
import { ThreadList } from './thread-list.tsx'
import type { CommentsSearch } from './threads.ts'
import { useCommentsList } from './use-comments-list.ts'
import type { SearchPatch } from './use-comments-search.ts'

interface CommentsPageProps {
  projectId: string
  type: Started
  /** Show only threads on the project itself, not on its parts. */
  isGeneral?: boolean
  /** Tabs that link the related pages. */
  tabs?: ReactNode
}

/** Questions, pain points or discussions of a project: the list, with the open thread beside it. */
export function CommentsPage({ projectId, type, isGeneral = false, tabs }: CommentsPageProps) {
  const { i18n } = useLingui()
  const list = useCommentsList({ projectId, type, isGeneral })
  const { search, setSearch, vendorId, right, found, open, isRead, start } = list
  const words = WORDS[type]
  const startButton = right !== 'hidden' && (
    <ExplainedButton
      size="xs"
      reason={right.reason}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={start.open}
    >
      {i18n._(words.start)}
    </ExplainedButton>
  )
  const isPaneOpen = list.isStartShown || search.comment !== undefined
  return (
    <Page
      title={i18n._(words.title)}
      isFlush
      actions={
        <>
          <SeenThreadsButton projectId={projectId} type={type} threads={found} />
          {startButton}
        </>
      }
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
      {isRead && list.threads.length === 0 && !isPaneOpen ? (
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
            {isRead && found.length === 0 && isFiltered(search) && (
              <NoResults setSearch={setSearch} />
            )}
          </div>
          <div className={classes.main}>
            {list.isStartShown && right !== 'hidden' ? (
              <StartPane
                projectId={projectId}
                place={list.place}
                type={type}
                reason={right.reason}
                isFocused={start.isFocused}
                onCancel={start.close}
                onStarted={(id) => {
                  start.close()
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

const isFiltered = ({ show, vendor, severity, find }: CommentsSearch): boolean =>
  [show, vendor, severity, find].some((one) => one !== undefined)

function NoResults({ setSearch }: { setSearch: (patch: SearchPatch) => void }) {
  const { t } = useLingui()
  const clear = () =>
    setSearch({ show: undefined, vendor: undefined, severity: undefined, find: undefined })
  return (
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
  )
}
