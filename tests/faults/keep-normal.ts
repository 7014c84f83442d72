// Preloaded before the server: an SQLite that accepts `synchronous = FULL` and keeps NORMAL, as a
// reopened file does.
import SQLite from 'better-sqlite3'

const { pragma } = SQLite.prototype
SQLite.prototype.pragma = function (source, options) {
  return pragma.call(
    this,
    /synchronous\s*=/.test(source) ? 'synchronous = NORMAL' : source,
    options,
  )
}
