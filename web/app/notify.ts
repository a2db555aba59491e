import { type EntryKey, type TextVars, translate } from '../i18n.ts';
import { toast } from '../ui/toast.ts';
import { ApiError } from './api-error.ts';
import type { NoticeKind } from './react-to.ts';

export type Notice = { kind: NoticeKind; text: EntryKey; vars?: TextVars; lastsMs?: number; requestId?: string };

/** Shows a notice in the person's language. */
export function notify({ kind, text, vars, lastsMs, requestId }: Notice): void {
  toast[kind](translate(text, vars), {
    ...(requestId && kind === 'error' ? { code: requestId } : {}),
    ...(lastsMs ? { milliseconds: lastsMs } : {}),
  });
}

/** The words for what went wrong, in the language on show. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('unexpected');
  if (error.words) return translate(error.words.text, error.words.vars);
  return translate(error.status === 'network' ? 'session.network' : error.status, error.vars);
}

/** Tells of a failed action that has no place of its own to say it; what the product has already answered is not said twice. */
export function toastError(error: unknown): void {
  if (error instanceof ApiError && error.handled) return;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  toast.error(errorText(error), requestId ? { code: requestId } : {});
}
