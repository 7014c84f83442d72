/** A path of this application, never another site's; browsers drop tabs and line ends, and what they held apart then begins with two slashes. */
export const localPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(value) && !value.startsWith('/login') ? value : undefined
