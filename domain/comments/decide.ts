import type { Refusal } from '../errors/refusal.ts';
import { editMinutes, maxAnswers } from './limits.ts';

/** The users a comment mentions: how many, how many of them exist here, and how many see the report. */
export type Mentioned = { asked: number; exist: number; see: number };

/** `there`: the report is visible to the author. `thread`: what is answered; null if the comment begins a thread, absent if it is gone. */
export type AddFacts = Mentioned & { there: boolean; thread: { answers: number } | null | undefined };

/** The limit per minute is not decided here: it is counted when the comment is written. */
export function refuseAdd({ there, thread, ...mentioned }: AddFacts): Refusal | null {
  if (!there) return { refused: 'not_found' };
  if (thread === undefined) return { refused: 'not_found', field: 'parentId' };
  const full = thread !== null && thread.answers >= maxAnswers;
  return refuseMentions(mentioned) ?? (full ? { refused: 'comment_thread_full', vars: { limit: maxAnswers } } : null);
}

/** When the author can no longer change a comment. */
export const editableUntil = (createdAt: string): number => Date.parse(createdAt) + editMinutes * 60_000;

/** `own` is the author's own comment, not deleted, on a report that they see. */
export function refuseEdit(own: { createdAt: string } | undefined, mentioned: Mentioned, now: number): Refusal | null {
  if (!own) return { refused: 'not_found' };
  const refusal = refuseMentions(mentioned);
  if (refusal) return refusal;
  return editableUntil(own.createdAt) > now ? null : { refused: 'comment_too_late', vars: { count: editMinutes } };
}

/** Authors delete their own comments; administrators of reports delete any. */
export function refuseRemove(comment: { own: boolean } | undefined, manages: boolean): Refusal | null {
  if (!comment) return { refused: 'not_found' };
  return comment.own || manages ? null : { refused: 'not_permitted', vars: { action: 'reports.manage' } };
}

function refuseMentions({ asked, exist, see }: Mentioned): Refusal | null {
  if (exist !== asked) return { refused: 'not_found', field: 'mentions' };
  return see === asked ? null : { refused: 'mention_refused', field: 'mentions' };
}
