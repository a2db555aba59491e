/** Whether the command key is ⌘ on this machine. */
export const isApple: boolean = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
