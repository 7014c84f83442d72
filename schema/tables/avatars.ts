/** Types of pictures that a person can upload as an avatar. */
export const AVATAR_KINDS = ['image/png', 'image/jpeg', 'image/webp'] as const
export type AvatarKind = (typeof AVATAR_KINDS)[number]

export const AVATAR_LIMITS = {
  /** The largest upload. The browser sends a square of `size` pixels, which is far smaller. */
  bytes: 200_000,
  size: 256,
  /** The largest width and height that the server accepts. */
  pixels: 1_024,
} as const
