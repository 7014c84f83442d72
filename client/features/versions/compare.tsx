import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import type { ProjectVersion } from '#schema/entities/history.ts'
import { countDifferences, type ProjectTree, type TreeDiff } from '#schema/rules/diff/diff-tree.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { lazyOverlay } from '#client/ui/pages/lazy-part.tsx'
import { Skeleton } from '#client/ui/pages/skeleton.tsx'
import { CompareBar } from './compare-bar.tsx'
import { CompareGrid } from './compare-grid.tsx'
import { compareRows, countBelow, countRows, nextDifference, rowKeyOf } from './compare-rows.ts'
import { publicTree } from './public-tree.ts'
import { MissingVersion, NotOnDevice } from './missing-version.tsx'
import { namesOf } from './node-words.ts'
import { useComparison } from './use-comparison.ts'
import { useOtherVersion } from './use-other-version.ts'
import { useTree } from './use-tree.ts'
import { shownStatuses, showOf, type VersionsSearch } from './versions-search.ts'
import classes from './versions-page.module.css'

const DifferenceDrawer = lazyOverlay(
  () => import('./difference-drawer.tsx').then((part) => part.DifferenceDrawer),
  ({ node, onClose }) => ({ opened: node !== null, close: onClose }),
)

interface CompareProps {
  own: ProjectVersion
  other: ProjectVersion
  isOtherOlder: boolean
  search: VersionsSearch
  setSearch: (search: VersionsSearch) => void
}

/** What differs between the open version and another one, which is fetched to this device. */
export function Compare(props: CompareProps) {
  const { other } = props
  const found = useOtherVersion(other.projectId)
  if ('refusal' in found)
    return <MissingVersion refusal={found.refusal} version={other.version} onRetry={found.retry} />
  if (found.status === 'offline')
    return <NotOnDevice version={other.version} onRetry={found.retry} />
  if (found.status === 'loading') return <Waiting version={other.version} />
  return <ComparedTrees {...props} />
}

function Waiting({ version }: { version: string }) {
  return (
    <div className={classes.waiting}>
      <p role="status">
        <Trans>Loading version {version}…</Trans>
      </p>
      <Skeleton lines={6} />
    </div>
  )
}

function ComparedTrees(props: CompareProps) {
  const { own, other, isOtherOlder } = props
  const { actor } = useProjectState(own.projectId)
  const [ownTree, otherTree] = [useTree(own.projectId), useTree(other.projectId)]
  const isVendor = actor?.relation === 'vendor'
  const trees = useMemo(() => {
    if (ownTree === null || otherTree === null) return null
    const [before, after] = isOtherOlder ? [otherTree, ownTree] : [ownTree, otherTree]
    return isVendor ? publicTree(before, after) : { before, after }
  }, [ownTree, otherTree, isOtherOlder, isVendor])
  const nodes = useComparison(trees?.before ?? null, trees?.after ?? null)
  if (nodes === null || trees === null) return <Waiting version={other.version} />
  return <Comparison {...props} nodes={nodes} trees={trees} />
}

interface ComparisonProps extends CompareProps {
  nodes: readonly TreeDiff[]
  trees: Readonly<Record<'before' | 'after', ProjectTree>>
}

const NOTHING: ReadonlySet<string> = new Set()

function Comparison({ own, other, isOtherOlder, search, setSearch, ...rest }: ComparisonProps) {
  const { t } = useLingui()
  const { nodes, trees } = rest
  const [before, after] = isOtherOlder ? [other, own] : [own, other]
  const [isExpanded, setExpanded] = useState(true)
  const [toggled, setToggled] = useState(NOTHING)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const names = useMemo(
    () => ({ before: namesOf(trees.before), after: namesOf(trees.after) }),
    [trees],
  )
  const counted = useMemo(() => countBelow(nodes), [nodes])
  const counts = useMemo(() => countRows(nodes, counted), [nodes, counted])
  const requirements = useMemo(() => countDifferences(nodes).requirement, [nodes])
  const { show } = search
  const statuses = useMemo(() => shownStatuses(show === undefined ? {} : { show }), [show])
  const rows = useMemo(
    () => compareRows(nodes, counted, { statuses, isExpanded, toggled }),
    [nodes, counted, statuses, isExpanded, toggled],
  )
  const openAt = rows.findIndex(({ key }) => key === openKey)
  const step = (direction: 1 | -1) => {
    const next = rows[nextDifference(rows, openAt, direction)]
    return next === undefined ? null : () => setOpenKey(next.key)
  }
  return (
    <>
      <CompareBar
        versions={[before.version, after.version]}
        counts={counts}
        requirements={requirements}
        statuses={statuses}
        isExpanded={isExpanded}
        onStatuses={(next) => {
          const { show: _show, ...kept } = search
          const text = showOf(next)
          setSearch(text === undefined ? kept : { ...kept, show: text })
        }}
        onExpand={(next) => {
          setExpanded(next)
          setToggled(NOTHING)
        }}
      />
      <CompareGrid
        label={t`Version ${before.version} compared with version ${after.version}`}
        rows={rows}
        isSame={counts.CHANGED + counts.NEW + counts.REMOVED === 0}
        counted={counted}
        names={names}
        onToggle={({ key }) =>
          setToggled((last) => {
            const next = new Set(last)
            if (!next.delete(key)) next.add(key)
            return next
          })
        }
        onOpen={({ node }) => setOpenKey(rowKeyOf(node))}
      />
      <Suspense fallback={null}>
        <DifferenceDrawer
          node={rows[openAt]?.node ?? null}
          names={names}
          before={before}
          after={after}
          onPrevious={step(-1)}
          onNext={step(1)}
          onClose={() => setOpenKey(null)}
        />
      </Suspense>
    </>
  )
}
