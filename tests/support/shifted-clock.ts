// Preloaded before the server: shifts its clock by this many milliseconds.
const SHIFT_MS = Number(process.env['CLOCK_SHIFT_MS'])
const realNow = Date.now
Date.now = () => realNow() + SHIFT_MS
globalThis.Date = new Proxy(Date, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget) as Date,
})
