import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Severity } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import type { PillTone } from '#client/ui/elements/state-pill.tsx'

interface Words {
  /** Title of the page. */
  title: MessageDescriptor
  /** Title of the tab. */
  short: MessageDescriptor
  one: MessageDescriptor
  start: MessageDescriptor
  field: MessageDescriptor
  send: MessageDescriptor
  /** Text of the empty pane beside the list. */
  select: MessageDescriptor
  /** Who will read the comment; shown before it is written. */
  audience: MessageDescriptor
  back: MessageDescriptor
  /**
   * `empty` = text of an empty list of the whole project, `emptyHere` = of one place; `advice` says
   * what to do.
   */
  empty: MessageDescriptor
  advice: { vendor: MessageDescriptor; requestor: MessageDescriptor }
  emptyHere: MessageDescriptor
}

const DISCUSSED = msg`Discussions stay inside your organization. Start one here, or on a package, document or requirement.`

export const WORDS: { readonly [S in Started]: Words } = {
  Q: {
    title: msg`Questions & answers`,
    short: msg`Q&A`,
    one: msg`Question`,
    start: msg`Ask a question`,
    field: msg`Your question`,
    send: msg`Ask`,
    select: msg`Select a question`,
    audience: msg`Visible to your organization and the requestor. If the answer is published for all vendors, they do not see who asked.`,
    back: msg`All questions`,
    empty: msg`No questions yet`,
    emptyHere: msg`No questions here yet.`,
    advice: {
      vendor: msg`Ask about the project here, or about a package, document or requirement on its page.`,
      requestor: msg`Vendors ask questions while the project is published. Reply, mark the reply as official, then publish it for all vendors.`,
    },
  },
  PP: {
    title: msg`Pain points`,
    short: msg`Pain points`,
    one: msg`Pain point`,
    start: msg`Report a pain point`,
    field: msg`What makes it difficult?`,
    send: msg({ message: 'Report', context: 'a pain point' }),
    select: msg`Select a pain point`,
    audience: msg`Visible to your organization and the requestor. It is never published.`,
    back: msg`All pain points`,
    empty: msg`No pain points yet`,
    emptyHere: msg`No pain points here yet.`,
    advice: {
      vendor: msg`Tell the requestor what makes the project or a requirement difficult for you. Other vendors never see it.`,
      requestor: msg`Vendors report here what makes a requirement difficult for them.`,
    },
  },
  D: {
    title: msg`Discussions`,
    short: msg`Discussion`,
    one: msg`Discussion`,
    start: msg`Start a discussion`,
    field: msg`Topic`,
    send: msg`Start`,
    select: msg`Select a discussion`,
    audience: msg`Visible to your organization only, never to vendors.`,
    back: msg`All discussions`,
    empty: msg`No discussions yet`,
    emptyHere: msg`No discussions here yet.`,
    advice: { vendor: DISCUSSED, requestor: DISCUSSED },
  },
}

export const SEVERITY_WORDS: {
  readonly [S in Severity]: { name: MessageDescriptor; tone: PillTone }
} = {
  MINOR: { name: msg`Minor`, tone: 'neutral' },
  MAJOR: { name: msg`Major`, tone: 'amber' },
  CRITICAL: { name: msg`Critical`, tone: 'red' },
}
