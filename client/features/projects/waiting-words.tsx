import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Waiting } from '#schema/api/projects-service/project-replies.ts'
import type { Attention } from './attention.ts'

interface Kind {
  tone: Attention['tone']
  words: (count: number) => ReactNode
  /** Page on which the task is done. */
  href: (projectId: string, organizationId: number) => string
}

const WITHOUT_REPLY = `?show=${encodeURIComponent('without official reply')}`

/** Texts and links of the tasks, in the order of the dashboard. */
export const WAITING_WORDS: { readonly [K in Waiting['kind']]: Kind } = {
  openingToConfirm: {
    tone: 'red',
    words: () => <Trans>A request to open the answers early needs your decision</Trans>,
    href: (id) => `/project/${id}/detail`,
  },
  lateAnswers: {
    tone: 'amber',
    words: (count) => (
      <Plural
        value={count}
        one="# entry came after the deadline"
        other="# entries came after the deadline"
      />
    ),
    href: (id) => `/project/${id}/detail`,
  },
  vendorsNotStarted: {
    tone: 'amber',
    words: (count) => (
      <Plural
        value={count}
        one="# vendor has not started answering"
        other="# vendors have not started answering"
      />
    ),
    href: (id) => `/project/${id}/detail`,
  },
  openQuestions: {
    tone: 'accent',
    words: (count) => (
      <Plural
        value={count}
        one="# question without an official reply"
        other="# questions without an official reply"
      />
    ),
    href: (id) => `/project/${id}/questions-and-answers/all${WITHOUT_REPLY}`,
  },
  painPoints: {
    tone: 'accent',
    words: (count) => (
      <Plural
        value={count}
        one="# pain point without an official reply"
        other="# pain points without an official reply"
      />
    ),
    href: (id) => `/project/${id}/pain-points${WITHOUT_REPLY}`,
  },
  invitations: {
    tone: 'accent',
    words: (count) => (
      <Plural
        value={count}
        one="# invitation not accepted yet"
        other="# invitations not accepted yet"
      />
    ),
    href: (_id, organizationId) => `/organization/${organizationId}/vendors`,
  },
  assignedContent: {
    tone: 'accent',
    words: (count) => (
      <Plural
        value={count}
        one="# document is assigned to you"
        other="# documents are assigned to you"
      />
    ),
    href: (id) => `/project/${id}/packages?assigned=me`,
  },
}
