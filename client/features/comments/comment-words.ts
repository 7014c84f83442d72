import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Severity } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import type { PillTone } from '#client/ui/state-pill.tsx'

interface Words {
  /** Of the page. */
  title: MessageDescriptor
  /** Of a tab. */
  short: MessageDescriptor
  one: MessageDescriptor
  start: MessageDescriptor
  field: MessageDescriptor
  send: MessageDescriptor
  /** Who reads it, said before it is written. */
  audience: MessageDescriptor
  back: MessageDescriptor
  /** No such thing in the project, and what to do about it; at one place of it. */
  empty: MessageDescriptor
  advice: { vendor: MessageDescriptor; requestor: MessageDescriptor }
  emptyHere: MessageDescriptor
}

const DISCUSSED = msg`What you discuss here stays inside your organization. It can be started here, or at a package, document or requirement.`

export const WORDS: { readonly [S in Started]: Words } = {
  Q: {
    title: msg`Questions & answers`, short: msg`Q&A`, one: msg`Question`, start: msg`Ask a question`, field: msg`Your question`, send: msg`Ask`,
    audience: msg`Your organization and the requestor read it. If the answer is published for all vendors, nobody sees who asked.`, back: msg`All questions`,
    empty: msg`No questions yet`, emptyHere: msg`No questions here yet.`,
    advice: {
      vendor: msg`Ask about the project here, or about a package, document or requirement on its own page.`,
      requestor: msg`Vendors ask while the project is published. Reply, mark the reply as official, and publish it for all vendors.`,
    },
  },
  PP: {
    title: msg`Pain points`, short: msg`Pain points`, one: msg`Pain point`, start: msg`Report a pain point`, field: msg`What makes it hard`, send: msg`Report`,
    audience: msg`Your organization and the requestor read it. It is never published.`, back: msg`All pain points`,
    empty: msg`No pain points yet`, emptyHere: msg`No pain points here yet.`,
    advice: {
      vendor: msg`Say what makes the project or a requirement hard for you; the requestor reads it, no other vendor does.`,
      requestor: msg`Vendors report here what makes a requirement hard for them.`,
    },
  },
  D: {
    title: msg`Discussions`, short: msg`Discussion`, one: msg`Discussion`, start: msg`Start a discussion`, field: msg`What is to be discussed`, send: msg`Start`,
    audience: msg`Your organization reads it. Vendors never do.`, back: msg`All discussions`,
    empty: msg`No discussions yet`, emptyHere: msg`No discussions here yet.`,
    advice: { vendor: DISCUSSED, requestor: DISCUSSED },
  },
}

export const SEVERITY_WORDS: { readonly [S in Severity]: { name: MessageDescriptor; tone: PillTone } } = {
  MINOR: { name: msg`Minor`, tone: 'neutral' },
  MAJOR: { name: msg`Major`, tone: 'amber' },
  CRITICAL: { name: msg`Critical`, tone: 'red' },
}
