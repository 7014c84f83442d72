/** Kinds of pictures that people may show of themselves. */
export const AVATAR_KINDS = ['image/png', 'image/jpeg', 'image/webp'] as const
export type AvatarKind = (typeof AVATAR_KINDS)[number]

export const AVATAR_LIMITS = {
  /**
   * Of the sent picture; the browser makes one of `size` pixels square, which takes a fraction of
   * it.
   */
  bytes: 200_000,
  size: 256,
  /** The widest and highest that the server takes. */
  pixels: 1_024,
} as const
