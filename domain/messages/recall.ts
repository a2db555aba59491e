import type { Refusal } from '../errors/refusal.ts';
import { recallMinutes } from './limits.ts';

type Sent = { sentAt: number; recalledAt: number | null };

/** The end of the time in which a message can be recalled. */
export const recallableUntil = (sentAt: number): number => sentAt + recallMinutes * 60_000;
export const mayRecall = ({ sentAt, recalledAt }: Sent, now: number): boolean => recalledAt === null && now < recallableUntil(sentAt);

/** Why a message can't be recalled any more. */
export function recallRefused(sent: Sent, now: number): Refusal | null {
  if (sent.recalledAt !== null) return { refused: 'message_recalled' };
  return mayRecall(sent, now) ? null : { refused: 'recall_over' };
}
