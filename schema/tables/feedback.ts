import { LIMITS } from './limits.ts'

/** What may go along with a feedback: one picture of the screen. */
export const FEEDBACK_LIMITS = {
  fileBytes: 4_000_000,
  widthPx: LIMITS.screenshotWidthPx,
  heightPx: LIMITS.screenshotHeightPx,
} as const
