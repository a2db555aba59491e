export type ToastKind = 'success' | 'warning' | 'info' | 'error';

export type Toast = {
  id: number;
  kind: ToastKind;
  title: string;
  text?: string;
  /** The request id; adds a copy button to an error. */
  code?: string;
  /** One response, such as undo; pressing it dismisses the toast. */
  action?: ToastAction;
  /** How long it is shown. */
  milliseconds: number;
};

type ToastAction = { label: string; onClick: () => void };
export type ToastOptions = { text?: string; code?: string; action?: ToastAction; milliseconds?: number };

/** Spec 9: toast duration. */
const TOAST_MILLISECONDS = 10_000;
const MOST = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: ToastKind, title: string, options: ToastOptions = {}): number {
  lastId += 1;
  publish([{ id: lastId, kind, title, milliseconds: TOAST_MILLISECONDS, ...options }, ...toasts].slice(0, MOST));
  return lastId;
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): readonly Toast[] => toasts,
};

/** Shows a toast at the top right (Spec 8, kinds). Newest on top, at most four; returns an id for `toast.dismiss`. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  warning: (title: string, options?: ToastOptions) => show('warning', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  dismiss: (id: number) => publish(toasts.filter((shown) => shown.id !== id)),
  clear: () => publish([]),
};
