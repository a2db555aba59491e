import { reasonFor, type Why } from '../../../domain/bi-accounts/why.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import type { Translate } from '../../i18n.ts';

const said = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Why a call failed, in a sentence; for refusals by the service, the meaning and, in quotes, its own message. */
export function failureText(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.status === 'service_call_refused') {
    const why: Why = reasonFor({ code: said(error.vars?.code) ?? '', serviceCode: said(error.vars?.serviceCode) });
    const answer = said(error.vars?.answer);
    return answer ? `${t(`service.why.${why}`)} ${t('service.answer', { answer })}` : t(`service.why.${why}`);
  }
  if (error instanceof ApiError && (error.status === 'account_in_use' || error.status === 'workspace_in_use')) {
    const titles = said(error.vars?.titles);
    return titles ? `${errorText(error)} ${t('service.inUse', { titles, count: Number(error.vars?.count ?? 1) })}` : errorText(error);
  }
  return errorText(error);
}
