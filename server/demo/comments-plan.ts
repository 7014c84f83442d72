import type { CommentType, Severity } from '#schema/entities/comment.ts'
import type { DemoUsername } from './accounts.ts'

/**
 * The place of a thread: a document or package by name, a requirement by its key in the catalogue.
 */
type PlacePlan = { package: string } | { document: string } | { requirement: string }
export interface ReplyPlan {
  by: DemoUsername
  daysAgo: number
  text: string
  isOfficial?: true
}
export interface ThreadPlan {
  at: PlacePlan
  by: DemoUsername
  type: Exclude<CommentType, 'QA'>
  severity?: Severity
  daysAgo: number
  text: string
  replies?: readonly ReplyPlan[]
  /** The form that every vendor reads; its wording does not reveal who asked. */
  published?: {
    daysAgo: number
    question: string
    answer: string
    corrected?: { daysAgo: number; answer: string }
  }
}

/** Comments of the published project: every kind, and every stage of a question. */
export const COMMENTS_PLAN: readonly ThreadPlan[] = [
  {
    at: { requirement: '1.2.2 web' },
    by: 'drupal-primary',
    type: 'Q',
    daysAgo: 24,
    text: 'Most videos on our sites are uploaded by editors of the customers. Is it enough that our platform lets them add captions, or do you expect it to make captions by itself?',
    replies: [
      {
        by: 'author',
        daysAgo: 23,
        text: 'I would ask for the means only. Captions made by a machine have to be corrected anyway.',
      },
      {
        by: 'owner',
        daysAgo: 22,
        isOfficial: true,
        text: 'The means are enough: whoever edits must be able to add captions to every recorded video. Captions made by itself are welcome, but not asked for.',
      },
    ],
    published: {
      daysAgo: 21,
      question: 'Must the platform make captions for uploaded videos by itself?',
      answer: 'No. Editors must be able to add captions to every recorded video.',
      corrected: {
        daysAgo: 17,
        answer:
          'No. Editors must be able to add captions to every recorded video, and to correct them later without uploading the video again.',
      },
    },
  },
  {
    at: { document: 'Software' },
    by: 'nvda-primary',
    type: 'Q',
    daysAgo: 15,
    text: 'Does this document concern the tools for editors as well, or only what visitors of a site use?',
    replies: [
      {
        by: 'owner',
        daysAgo: 13,
        isOfficial: true,
        text: 'Both. If your answer differs between the two, give the lower statement and name the difference in the remarks.',
      },
    ],
  },
  {
    at: { requirement: '1.4.3 web' },
    by: 'plone-primary',
    type: 'Q',
    daysAgo: 4,
    text: 'Is the contrast measured with the theme that we deliver, or with the one that the customer has made for its own sites?',
    replies: [
      {
        by: 'author',
        daysAgo: 3,
        text: 'With the delivered theme, I think. We should say so for everybody before the deadline.',
      },
    ],
  },
  {
    at: { requirement: '2.1.1 authoring-tool' },
    by: 'drupal-contact',
    type: 'Q',
    daysAgo: 2,
    text: 'Dragging blocks has a menu that does the same by keyboard. Do we state 100, although the drag itself cannot be done without a pointer?',
  },
  {
    at: { document: 'Functional performance criteria' },
    by: 'nvda-primary',
    type: 'PP',
    severity: 'MAJOR',
    daysAgo: 14,
    text: 'These criteria repeat what the level A and AA documents ask one by one. We answer everything twice, and the two answers must not contradict each other.',
    replies: [
      {
        by: 'owner',
        daysAgo: 12,
        isOfficial: true,
        text: 'A short answer that refers to the criterion it repeats is fine here.',
      },
    ],
  },
  {
    at: { requirement: '1.2.4 web' },
    by: 'drupal-primary',
    type: 'PP',
    severity: 'CRITICAL',
    daysAgo: 6,
    text: 'Live captions depend on the service that streams the event, which the customer chooses. We cannot promise anything for it.',
  },
  {
    at: { package: 'Revised Section 508' },
    by: 'evaluator',
    type: 'D',
    daysAgo: 27,
    text: 'Is 30 per cent for Section 508 not too much? Much of it follows from the guidelines that we weigh with 70 already.',
    replies: [
      {
        by: 'author',
        daysAgo: 26,
        text: 'The documentation and the support are asked for nowhere else, and they matter to us.',
      },
      {
        by: 'owner',
        daysAgo: 25,
        text: 'It stays at 30 for this round. We look at it again once we have the reports.',
      },
    ],
  },
  {
    at: { document: 'Success criteria, level AAA' },
    by: 'author',
    type: 'D',
    daysAgo: 9,
    text: 'Nobody will support all of AAA. Do we say in the help that an honest zero costs little here?',
    replies: [
      {
        by: 'evaluator',
        daysAgo: 8,
        text: 'Yes, the document has 10 per cent. I would rather read an honest zero than a hopeful remark.',
      },
    ],
  },
]
