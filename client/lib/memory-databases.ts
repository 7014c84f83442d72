import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'

// Dexie read the browser's IndexedDB when its module was loaded; replace it there too.
Dexie.dependencies.indexedDB = indexedDB
Dexie.dependencies.IDBKeyRange = IDBKeyRange
