import { type EntryKey, type TextVars, translate } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { ApiError } from '../data/api-error.ts';
import type { NoticeKind } from '../data/react-to.ts';

export type Notice = { kind: NoticeKind; text: EntryKey; vars?: TextVars; lastsMs?: number; requestId?: string };

/** Shows a toast in the user's language. */
export function notify({ kind, text, vars, lastsMs, requestId }: Notice): void {
  toast[kind](translate(text, vars), {
    ...(requestId && kind === 'error' ? { code: requestId } : {}),
    ...(lastsMs ? { milliseconds: lastsMs } : {}),
  });
}

/** The message of an error in the current language. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('unexpected');
  if (error.words) return translate(error.words.text, error.words.vars);
  return translate(error.status === 'network' ? 'session.network' : error.status, error.vars);
}

/** Shows a failed action as a toast where the screen has no place for it; skips errors that were already reported. */
export function toastError(error: unknown): void {
  if (error instanceof ApiError && error.handled) return;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  toast.error(errorText(error), requestId ? { code: requestId } : {});
}
