import { type Action, can } from '../access/permissions.ts';
import type { Profile } from '../access/profile.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { FoundTarget } from './edit.ts';
import { taskLimits } from './limits.ts';
import { countFailures, type RunState } from './runs.ts';
import type { OfferedType, runReasons, suspendReasons, TaskAction, TaskTargetKind } from './task.ts';

export type SuspendReason = (typeof suspendReasons)[number];
type RunReason = (typeof runReasons)[number] | SuspendReason | ErrorCode;

/** What the owner must still be allowed to, besides keeping tasks, for a task of each action. */
const needed: Readonly<Record<TaskAction, Action>> = {
  activate: 'service.manage',
  pause: 'service.manage',
  resize: 'service.manage',
  refresh: 'reports.manage',
  start: 'maintenance.manage',
  end: 'maintenance.manage',
  send: 'notifications.send',
  publish: 'notices.manage',
};
/** The screens of which a layer above takes the task away, too, by hiding them. */
const screens: Readonly<Record<OfferedType, readonly string[]>> = {
  capacity: ['auto_actions', 'powerbi/resources'],
  dataset: ['auto_actions', 'management/report'],
  maintenance: ['auto_actions', 'management/report'],
  notification: ['auto_actions', 'notifications'],
};

/** Who a task acts for: a person of the unit, or a partner's relation where a visitor made it; and whether they see its capacity. */
export type TaskOwner =
  | { kind: 'person'; profile: Profile; flags: readonly string[]; isActive: boolean; reaches: boolean }
  | { kind: 'relation'; stands: boolean; reaches: boolean }
  | { kind: 'none' };

export type Standing = {
  type: OfferedType;
  action: TaskAction;
  targetKind: TaskTargetKind;
  owner: TaskOwner;
  hidden: readonly string[];
  target: FoundTarget;
  /** The report's service account, for a refresh; true where the task needs none. */
  hasAccount: boolean;
};

/** Whether someone with this profile may have tasks of this action. A visitor writes no messages, neither at once nor by a task. */
export const mayOwn = (who: { profile: Profile; flags: readonly string[]; kind?: string }, action: TaskAction): boolean =>
  can(who, 'automation.manage') && can(who, needed[action]) && (action !== 'send' || (who.kind ?? 'own') === 'own');

/**
 * Whether an edit makes the editor the owner of the task: a partner can't have a person of the unit do what the partner wrote, and
 * what a task writes names its owner as the author.
 */
export const isTakenByEdit = (kind: string, action: TaskAction): boolean => kind === 'partner' || action === 'send' || action === 'publish';

/** Whether the caller who read the task could do by hand what it does to a capacity. */
export const mayMove = ({ type, target }: Pick<Standing, 'type' | 'target'>): boolean =>
  type !== 'capacity' || !target.exists || target.isControlled;

function refusedOwner(owner: TaskOwner, action: TaskAction): SuspendReason | null {
  if (owner.kind === 'none') return 'owner_gone';
  if (owner.kind === 'relation' && !owner.stands) return 'visit_ended';
  if (owner.kind === 'person' && !owner.isActive) return 'owner_gone';
  const isPermitted = owner.kind === 'relation' ? action !== 'send' : mayOwn({ ...owner, kind: 'own' }, action);
  return isPermitted && owner.reaches ? null : 'right_gone';
}

/** The obstacles of each part of a task, as it stands now; a run is made only without any (SECOND_HALF 2.3, 22). */
export function obstacles({ type, action, targetKind, owner, hidden, target, hasAccount }: Standing): {
  owner: SuspendReason | null;
  target: SuspendReason | null;
  account: SuspendReason | null;
} {
  const isHidden = screens[type].some((screen) => hidden.includes(screen));
  const isThere = targetKind === 'unit' || (target.exists && (type !== 'dataset' || target.hasModel));
  return {
    owner: refusedOwner(owner, action) ?? (isHidden ? 'screen_hidden' : null),
    target: isThere ? null : 'target_gone',
    account: hasAccount ? null : 'account_gone',
  };
}

/** Why a task must be suspended; null while it may run. */
export function getSuspension(standing: Standing): SuspendReason | null {
  const { owner, target, account } = obstacles(standing);
  return owner ?? target ?? account;
}

export type Ended = { state: RunState; reason: RunReason | null };

/** What becomes of a task after a run: its failures, and why it is suspended. */
export function afterRun(failures: number, { state, reason }: Ended, suspension: SuspendReason | null) {
  const counted = countFailures(failures, state);
  return { failures: counted.failures, suspended: suspension ?? (counted.isSuspended ? (reason ?? 'service_unavailable') : null) };
}

const dayMs = 86_400_000;

/** Which notice of a task's end is due, in days before it; after missed ones only the latest is sent. */
export function endNotice(endsAt: Date, told: number | null, now: Date): { mark: number; days: number } | null {
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0) return null;
  const mark = taskLimits.endNotices.findLast((days) => left <= days * dayMs);
  return mark === undefined || (told !== null && told <= mark) ? null : { mark, days: Math.ceil(left / dayMs) };
}
