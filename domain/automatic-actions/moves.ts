import type { Giver } from '../access/giving.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { taskMoves } from './contract.ts';
import { taskLimits } from './limits.ts';
import { mayMove, mayOwn, obstacles, type Standing } from './run.ts';
import type { TaskState } from './task.ts';

type Move = (typeof taskMoves)[number];
type Moved = { state: TaskState; endsAt: Date | null; takesOver: boolean };
type StoredTask = { state: TaskState; reason: string | null; endsAt: string; standing: Standing };

const dayMs = 86_400_000;
/** Suspensions that end when someone else takes the task over. */
const ofOwner = ['owner_gone', 'right_gone', 'visit_ended'];

/**
 * What becomes of a task that is paused, resumed, taken over or extended. It is resumed only if it could run: a missing target is named,
 * and a task whose owner may not have it is taken over instead. The caller who has it run again must be allowed to do what it
 * does. It is extended to a year from now, and never shortened.
 */
export function decideMove(move: Move, task: StoredTask, caller: Giver & { kind?: string }, now: Date): Moved | Refusal {
  const { state, standing } = task;
  const isOver = new Date(task.endsAt) <= now;
  const same = { state, endsAt: null, takesOver: false };
  const blocked = obstacles(standing);
  if (move !== 'pause' && !mayOwn(caller, standing.action)) return { refused: 'gives_more' };
  switch (move) {
    case 'pause':
      return state === 'active' || state === 'suspended' ? { ...same, state: 'paused' } : { refused: 'task_state' };
    case 'resume':
      if ((state !== 'paused' && state !== 'suspended') || isOver) return { refused: 'task_state' };
      if (blocked.target || blocked.account) return { refused: 'task_target' };
      return blocked.owner ? { refused: 'task_state' } : { ...same, state: 'active' };
    case 'takeover': {
      if (!mayMove(standing)) return { refused: 'gives_more' };
      const isFreed = state === 'suspended' && ofOwner.includes(task.reason ?? '') && !blocked.target && !blocked.account && !isOver;
      return { ...same, state: isFreed ? 'active' : state, takesOver: true };
    }
    case 'extend': {
      const endsAt = Math.max(new Date(task.endsAt).getTime(), now.getTime() + taskLimits.activeDays * dayMs);
      return { ...same, state: state === 'ended' ? 'active' : state, endsAt: new Date(endsAt) };
    }
    default:
      return move satisfies never;
  }
}
