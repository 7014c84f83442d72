/** A finding that axe could not decide, and that a person has looked at. */
export interface Accepted {
  rule: string
  /** Axe's reason for not deciding; a rule without reasons has none. */
  because?: string
  /** Why the finding is no barrier. */
  reason: string
}

/**
 * The findings of kind `incomplete` that tests accept. Any other one fails a test. The run of all
 * tests names entries that no longer occur.
 */
export const ACCEPTED = [
  {
    rule: 'color-contrast',
    because: 'bgOverlap',
    reason:
      'A cell stands in part under the fixed header, totals or first column of a table that scrolls. The cells in sight have the same colours, and axe measures those.',
  },
  {
    rule: 'color-contrast',
    because: 'elmPartiallyObscured',
    reason: 'The last line of a list or table is cut by the edge of the area that scrolls.',
  },
  {
    rule: 'color-contrast',
    because: 'elmPartiallyObscuring',
    reason: 'A fixed header, total or open panel lies over the page on its own opaque background.',
  },
  {
    rule: 'color-contrast',
    because: 'imgNode',
    reason:
      'Initials in a picture, hidden from screen readers beside the name; --accent-text on --accent-soft is 6.9 : 1 in the dark and 6.2 : 1 in the light theme.',
  },
  {
    rule: 'color-contrast',
    because: 'bgGradient',
    reason:
      'A read-only cell is striped. Even on full --neutral-soft, --dim has at least 5.3 : 1 in both themes.',
  },
  {
    rule: 'color-contrast',
    because: 'shortTextContent',
    reason: 'One letter or digit in the colours of the longer texts beside it, which axe measures.',
  },
  {
    rule: 'color-contrast',
    because: 'nonBmp',
    reason: 'Arrows on keys and between two values, in the colour of the text around them.',
  },
  {
    rule: 'color-contrast',
    because: 'emptyValue',
    reason: 'An empty field; the typed text has the colours of every other field.',
  },
  {
    rule: 'target-size',
    because: 'partiallyObscuredNonTabbable',
    reason:
      'A cell of the matrix that has scrolled under the header or the totals; the arrow keys and the wheel bring it into sight.',
  },
  {
    rule: 'aria-required-children',
    reason: 'The body of a table that has no rows yet.',
  },
] as const satisfies readonly Accepted[]

export const acceptedAt = (rule: string, because: string | undefined): number =>
  ACCEPTED.findIndex((one: Accepted) => one.rule === rule && (one.because ?? undefined) === because)
