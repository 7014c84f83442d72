import { LIMITS } from './limits.ts'

/** Limits of the screenshot that a person can attach to feedback. */
export const FEEDBACK_LIMITS = {
  fileBytes: 4_000_000,
  widthPx: LIMITS.screenshotWidthPx,
  heightPx: LIMITS.screenshotHeightPx,
} as const
