import type { ReportProblem } from '../../../../domain/notifications/problems.ts';
import type { TextKey } from '../../../i18n.ts';
import type { Problem } from '../layer/service-errors.ts';

export type ProblemWords = { title: TextKey; text: TextKey; retry: boolean };

/** Problems that only administrators can fix, with the message they get. */
const tellable: Partial<Record<Problem['code'], ReportProblem>> = {
  rls_identity_missing: 'identity',
  report_identity_refused: 'identity',
  report_missing_at_service: 'gone',
  report_service_refused: 'refused',
  report_account_refused: 'account',
  capacity_paused: 'paused',
  unexpected: 'other',
};
export const problemToTell = ({ code, ended }: Problem): ReportProblem | null =>
  ended && code === 'not_found' ? 'ended' : (tellable[code] ?? null);

const other: ProblemWords = { title: 'reports.state.other', text: 'reports.state.otherText', retry: true };

const words: Partial<Record<Problem['code'], ProblemWords>> = {
  not_found: { title: 'reports.state.missing', text: 'reports.state.missingText', retry: false },
  rls_identity_missing: { title: 'reports.state.identity', text: 'reports.state.identityText', retry: true },
  report_in_maintenance: { title: 'reports.state.maintenance', text: 'reports.state.maintenanceText', retry: true },
  capacity_paused: { title: 'reports.state.paused', text: 'reports.state.pausedText', retry: true },
  capacity_opens: { title: 'reports.state.paused', text: 'reports.state.pausedText', retry: true },
  report_service_down: { title: 'reports.state.down', text: 'reports.state.downText', retry: true },
  report_service_throttled: { title: 'reports.state.throttled', text: 'reports.state.throttledText', retry: true },
  report_service_refused: { title: 'reports.state.refused', text: 'reports.state.refusedText', retry: true },
  report_missing_at_service: { title: 'reports.state.gone', text: 'reports.state.goneText', retry: true },
  report_account_refused: { title: 'reports.state.account', text: 'reports.state.accountText', retry: true },
  report_token_expired: { title: 'reports.state.expired', text: 'reports.state.expiredText', retry: true },
  service_unavailable: { title: 'reports.state.down', text: 'reports.state.downText', retry: true },
  network: { title: 'reports.state.offline', text: 'reports.state.offlineText', retry: true },
};

/** Explains in plain words why a report is not shown; users who may manage users also read how to fix it. */
export function problemWords(problem: Problem, mayManage: boolean): ProblemWords {
  if (problem.ended && problem.code === 'not_found') return { title: 'reports.state.ended', text: 'reports.state.endedText', retry: false };
  const found = words[problem.code] ?? other;
  if (problem.code === 'rls_identity_missing' && mayManage) return { ...found, text: 'reports.state.identityAdmin' };
  return found;
}
