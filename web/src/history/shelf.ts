// SPDX-License-Identifier: MIT
//
// Shelves of the browser's database (IndexedDB), an entry by an entry, so that a damaged one harms no other. Entries that the browser
// will not keep, in a private window or for want of room, are there until the page is left.

const NAME = 'flank.history'
const stores = ['games', 'reviews'] as const
/** Of these the age stands in the entry; of all others the key is the age. */
const AGE = 'at'

let refused = false

/** True once the browser has not kept something. */
export const isLoose = () => refused

let opened: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      for (const store of stores) {
        const made = request.result.createObjectStore(store)
        if (store === 'reviews') made.createIndex(AGE, AGE)
      }
    }
    request.onsuccess = () => {
      const database = request.result
      const forget = () => (opened = undefined)
      database.onclose = forget
      database.onversionchange = () => (database.close(), forget()) // of a newer page, which waits for that
      done(database)
    }
    request.onerror = () => failed(request.error)
  })
}

/** Do something with a store; what it asks for is there when the promise resolves. */
async function withStore<T>(name: string, mode: IDBTransactionMode, act: (store: IDBObjectStore) => T): Promise<T> {
  const database = await (opened ??= openDatabase())
  return new Promise((done, failed) => {
    const transaction = database.transaction(name, mode)
    const result = act(transaction.objectStore(name))
    transaction.oncomplete = () => done(result)
    transaction.onabort = transaction.onerror = () => failed(transaction.error)
  })
}

export class Shelf<Key extends number | string, Value> {
  /** The entries that the database does not take. */
  private readonly loose = new Map<Key, Value>()

  /** `most`: the entries that are kept; the oldest give way. */
  constructor(
    private readonly store: (typeof stores)[number],
    private readonly most: number,
  ) {}

  /** All entries, whatever they are: those of the keys that begin with `prefix` where one is given. */
  async entries(prefix?: string): Promise<[Key, unknown][]> {
    const isWanted = (key: Key) => prefix === undefined || String(key).startsWith(prefix)
    const loose = [...this.loose].filter(([key]) => isWanted(key))
    try {
      const range = prefix === undefined ? null : IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const [keys, values] = await withStore(this.store, 'readonly', store => [store.getAllKeys(range), store.getAll(range)] as const)
      const stored = keys.result.map((key, place): [Key, unknown] => [key as Key, values.result[place]])
      return [...stored.filter(([key]) => !this.loose.has(key)), ...loose]
    } catch {
      refused = true
      return loose
    }
  }

  /** The entry of a key, whatever it is. */
  async get(key: Key): Promise<unknown> {
    if (this.loose.has(key)) return this.loose.get(key)
    return withStore(this.store, 'readonly', store => store.get(key)).then(
      request => request.result as unknown,
      () => undefined,
    )
  }

  async put(entries: readonly (readonly [Key, Value])[]) {
    try {
      await withStore(this.store, 'readwrite', store => {
        for (const [key, value] of entries) store.put(value, key)
        this.trim(store)
      })
      for (const [key] of entries) this.loose.delete(key)
    } catch {
      for (const [key, value] of entries) this.loose.set(key, value)
      refused = true
    }
  }

  async remove(keys: readonly Key[]) {
    for (const key of keys) this.loose.delete(key)
    await withStore(this.store, 'readwrite', store => keys.forEach(key => store.delete(key))).catch(() => undefined)
  }

  /** Let the oldest entries go that are too many. */
  private trim(store: IDBObjectStore) {
    const count = store.count()
    count.onsuccess = () => {
      let surplus = count.result - this.most
      if (surplus <= 0) return
      const walk = (this.store === 'reviews' ? store.index(AGE) : store).openKeyCursor()
      walk.onsuccess = () => {
        const cursor = walk.result
        if (!cursor || surplus-- <= 0) return
        store.delete(cursor.primaryKey)
        cursor.continue()
      }
    }
  }
}
