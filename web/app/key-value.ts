/** The part of the browser's Storage that is used; tests give a Map. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
