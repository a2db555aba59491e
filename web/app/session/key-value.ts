/** The subset of the browser's Storage in use; tests pass a Map. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
