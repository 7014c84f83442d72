import { lazyHint } from '#client/ui/pages/lazy-part.tsx'

/** They stand in a panel that no page shows first. */
export const ArrangementChoices = lazyHint(() =>
  import('./arrangement-choices.tsx').then((part) => part.ArrangementChoices),
)
