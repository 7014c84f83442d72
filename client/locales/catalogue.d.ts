/** A catalogue, compiled by the build (lingui() in vite.config.ts). */
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
