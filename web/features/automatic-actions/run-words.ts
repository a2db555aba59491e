import type { RunRow, TaskRow } from '../../../domain/automatic-actions/contract.ts';
import type { StoredRunState } from '../../../domain/automatic-actions/runs.ts';
import { allActions, runReasons, suspendReasons, type TaskAction } from '../../../domain/automatic-actions/task.ts';
import { type ErrorCode, errors } from '../../../domain/errors/catalogue.ts';
import { toAllADay } from '../../../domain/messages/limits.ts';
import { noticeLimits } from '../../../domain/notices/limits.ts';
import type { Translate } from '../../i18n.ts';
import type { Tone } from '../../ui/Badge.tsx';

export const runTones: Record<StoredRunState, Tone> = {
  claimed: 'neutral',
  running: 'info',
  succeeded: 'ok',
  partial: 'warn',
  failed: 'err',
  skipped: 'neutral',
  missed: 'warn',
  cancelled: 'neutral',
};

export const isOpenRun = ({ state }: Pick<RunRow, 'state'>): boolean => state === 'claimed' || state === 'running';

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
// The catalogue's own words for these tell viewers to ask an administrator, who reads this.
const forAdministrators = ['report_account_refused', 'report_missing_at_service'] as const;
const sentences = [...suspendReasons, ...runReasons, ...forAdministrators] as const;

/** The limits that sentences of the catalogue name. */
const limits: Partial<Record<ErrorCode, { limit: number }>> = {
  messages_limit: { limit: toAllADay },
  notice_limit: { limit: noticeLimits.open },
};

/** Why a run or a task is as it is, in a sentence; a code of the catalogue has its own, an unknown one is shown itself. */
export function reasonWords(reason: string, t: Translate): string {
  const known = sentences.find((each) => each === reason);
  if (known) return t(`actions.reason.${known}`);
  return isCode(reason) ? t(reason, limits[reason]) : t('actions.reason.other', { code: reason });
}

/** The action of a task, as a verb with what it acts on. */
export const actionWords = (action: TaskAction | 'follow', t: Translate): string => t(`actions.action.${action}`);
export const knownAction = (text: string): TaskAction | undefined => allActions.find((action) => action === text);

/** A task that is active although its last run left something out. */
export const isPartial = (task: TaskRow): boolean => task.state === 'active' && task.lastRun?.state === 'partial';
