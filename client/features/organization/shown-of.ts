import type { Remote } from '../../lib/use-remote.ts'

interface Page<Row> {
  items: readonly Row[]
  total: number
}

/** The rows of a list that the screen has now. */
export const shownOf = <Row>(remote: Remote<Page<Row>>): Page<Row> =>
  remote.status === 'ready' ? remote.value : { items: [], total: 0 }
