/** Tells which name the command key has on this machine. */
export const isApple: boolean = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
